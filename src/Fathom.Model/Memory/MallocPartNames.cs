namespace Fathom.Model.Memory;

/// <summary>What memory of malloc is divided into: values of <c>memory_part.part</c>, and with the category before them those of results.</summary>
public static class MallocPartNames
{
    /// <summary>Blocks that the program holds, with what malloc keeps of itself.</summary>
    public const string InUse = "in use";

    /// <summary>What malloc keeps for later.</summary>
    public const string Free = "free";

    /// <summary>What could not be read, or is not of glibc.</summary>
    public const string NotKnown = "not known";
}
