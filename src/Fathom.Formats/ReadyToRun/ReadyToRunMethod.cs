namespace Fathom.Formats.ReadyToRun;

/// <summary>A method that was compiled ahead of time.</summary>
/// <param name="Rva">Where its code begins, from the image base.</param>
/// <param name="SizeBytes">Bytes of its code, with its handlers and without the part that stands elsewhere.</param>
/// <param name="ColdRva">Where the part begins that is seldom run and stands elsewhere; 0 where there is none.</param>
/// <param name="ColdSizeBytes">Bytes of that part.</param>
public readonly record struct ReadyToRunMethod(uint Rva, uint SizeBytes, uint ColdRva, uint ColdSizeBytes)
{
    /// <summary>What names it.</summary>
    internal EntryPoint Entry { get; init; }
}
