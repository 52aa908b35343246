namespace Fathom.Sources.LoadedFiles;

/// <summary>What became of a reference, in the order in which people want to know of it.</summary>
internal static class UseState
{
    /// <summary>Neither in the folder nor in the frameworks that the program needs.</summary>
    public const string Missing = "missing";

    /// <summary>What is there has a lower version than is asked for, which the runtime refuses.</summary>
    public const string Older = "older";

    /// <summary>Not in the folder, and the frameworks that the program needs are not on this machine.</summary>
    public const string NotInFolder = "not in folder";

    /// <summary>Nothing of it is used.</summary>
    public const string Unused = "unused";

    /// <summary>No assembly of the folder refers to this one.</summary>
    public const string NotReferenced = "not referenced";

    /// <summary>What is there has a higher version than is asked for, which the runtime takes.</summary>
    public const string Newer = "newer";

    /// <summary>The version that is asked for is there.</summary>
    public const string Ok = "ok";

    /// <summary>All of them, in their order.</summary>
    public static IReadOnlyList<string> All { get; } = [Missing, Older, NotInFolder, Unused, NotReferenced, Newer, Ok];
}
