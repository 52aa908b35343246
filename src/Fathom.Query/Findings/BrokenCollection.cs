namespace Fathom.Query.Findings;

/// <summary>A Dictionary or HashSet whose chains are broken.</summary>
/// <param name="Address">The collection.</param>
/// <param name="Type">Its type.</param>
/// <param name="Problem">cycle or out_of_range.</param>
/// <param name="Bucket">The first bucket with such a chain.</param>
/// <param name="Entry">The entry whose link is wrong; -1 where it is the bucket's own.</param>
/// <param name="EntryCount">Elements in it.</param>
/// <param name="Inside">Threads inside of it, with the method that they are in.</param>
internal sealed record BrokenCollection(ulong Address, string Type, string Problem, long Bucket, long Entry, long EntryCount, IReadOnlyList<string> Inside);
