namespace Fathom.Model.Machine;

/// <summary>What it means when a fact of a machine has another value later.</summary>
public enum FactKind
{
    /// <summary>How something is set or who is there: another value is a change of the machine.</summary>
    Setting,

    /// <summary>How often or how long something bad happened since the machine was started: it happened again where it grows.</summary>
    Counter,

    /// <summary>What is different at any moment, such as the free memory.</summary>
    Figure,
}
