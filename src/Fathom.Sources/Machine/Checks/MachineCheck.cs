namespace Fathom.Sources.Machine.Checks;

/// <summary>One thing that Fathom needs of a machine, or can use.</summary>
/// <param name="Name">What was looked at.</param>
/// <param name="Ok">True: it is there. False: it is missing and a verb needs it. Null: it is missing and only something optional needs it.</param>
/// <param name="Value">What was found; where something is missing, what it is needed for.</param>
/// <param name="Fix">The line that changes it; null where nothing is missing.</param>
public sealed record MachineCheck(string Name, bool? Ok, string Value, string? Fix)
{
    internal static MachineCheck Good(string name, string value) => new(name, true, value, null);

    internal static MachineCheck Missing(string name, string value, string fix) => new(name, false, value, fix);

    internal static MachineCheck Unknown(string name, string file) => new(name, null, $"unknown: {file} cannot be read", "mount -t proc proc /proc");

    internal static MachineCheck Optional(string name, string value, string fix) => new(name, null, value, fix);
}
