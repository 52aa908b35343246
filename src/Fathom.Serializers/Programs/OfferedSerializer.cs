using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Programs;

/// <summary>A serializer that a program offers.</summary>
/// <param name="Id">Its number in the recording.</param>
/// <param name="Name">Its name.</param>
/// <param name="Program">The program.</param>
/// <param name="Facts">What it says of itself; null where it could not be asked.</param>
/// <param name="Reason">Why it is not available; empty where it is.</param>
public sealed record OfferedSerializer(uint Id, string Name, BuiltProgram Program, Message? Facts, string Reason)
{
    /// <summary>Its name in the program, which is asked for it: without the version of the package, where it is one of several.</summary>
    public string Entry { get; init; } = Name;

    /// <summary>Whether it can be measured.</summary>
    public bool IsAvailable => Facts is not null;

    /// <summary>Whether it is a program that ends at once: it has a start and nothing else.</summary>
    public bool IsOnlyStarted => Facts?.Text("role") == "process";

    /// <summary>When its code is compiled, as tables name it.</summary>
    public string Build => Facts?.Text("build") ?? Program.Target.ModeName;
}
