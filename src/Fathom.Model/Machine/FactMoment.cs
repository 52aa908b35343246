namespace Fathom.Model.Machine;

/// <summary>When a fact of a machine was read.</summary>
public enum FactMoment
{
    /// <summary>When a recording began.</summary>
    Start,

    /// <summary>While it ran: such a fact had another value before.</summary>
    Change,

    /// <summary>When it ended.</summary>
    Stop,
}
