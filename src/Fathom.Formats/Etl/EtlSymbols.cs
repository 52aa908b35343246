using System.Globalization;
using System.Text;

namespace Fathom.Formats.Etl;

/// <summary>The PDB that a mapped file names (its debug directory of kind RSDS).</summary>
/// <param name="Key">Digits of the GUID of its build and its age.</param>
/// <param name="File">Its file name; empty where the trace does not tell.</param>
public sealed record EtlSymbols(string Key, string File)
{
    private const int LongestPath = 1024;

    /// <summary>One of what a record has.</summary>
    /// <param name="id">The GUID.</param>
    /// <param name="age">The age.</param>
    /// <param name="path">Its path when it was built, in UTF-8, ended by a zero.</param>
    internal static EtlSymbols Of(Guid id, uint age, ReadOnlySpan<byte> path)
    {
        path = path[..Math.Min(LongestPath, path.Length)];
        int end = path.IndexOf((byte)0);
        path = end < 0 ? path : path[..end];
        string file = Encoding.UTF8.GetString(path[(path.LastIndexOfAny((byte)'\\', (byte)'/') + 1)..]);
        return new EtlSymbols(string.Create(CultureInfo.InvariantCulture, $"{id:N}{age:x}"), file);
    }
}
