namespace Fathom.Sources.Machine.Checks;

/// <summary>A group of checks that belong together.</summary>
internal interface IMachineChecks
{
    /// <summary>Looks, and says what is there and what is missing.</summary>
    IEnumerable<MachineCheck> Look(MachineView machine);
}
