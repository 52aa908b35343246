namespace Fathom.Model.Traces;

/// <summary>What a bound of time may lie at.</summary>
public enum TimeAnchorKind
{
    /// <summary>A moment that was marked; of an end, the first after the begin.</summary>
    Marker,

    /// <summary>The first sample or wait of a method; of an end, the first after the begin.</summary>
    First,

    /// <summary>The last sample or wait of a method; as an end, just after it.</summary>
    Last,

    /// <summary>When the recorded program began.</summary>
    ProcessStart,
}
