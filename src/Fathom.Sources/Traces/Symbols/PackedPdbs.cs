using System.IO.Compression;
using Fathom.Files;

namespace Fathom.Sources.Traces.Symbols;

/// <summary>
/// PDBs that lie in the zip of a trace: PerfView packs those of NGEN images, which no server has. They are unpacked when one of their name
/// is asked for; whether it is of the right build is for the reader to see.
/// </summary>
/// <param name="zips">The zips.</param>
/// <param name="mostBytes">Bytes of one that is unpacked.</param>
/// <param name="mostBytesOfAll">Bytes of all that are unpacked.</param>
internal sealed class PackedPdbs(IReadOnlyList<string> zips, long mostBytes = 128L << 20, long mostBytesOfAll = 256L << 20)
{
    private const string Ending = ".pdb";
    private const int MostEntries = 4096;

    private readonly Dictionary<(string Zip, string Place), byte[]?> _unpacked = [];
    private readonly Dictionary<string, List<(string Zip, string Place)>> _byName = new(StringComparer.OrdinalIgnoreCase);
    private bool _isListed;
    private long _bytes;

    /// <summary>All of a name.</summary>
    /// <param name="file">The name, without a folder.</param>
    /// <returns>Where each lies, for messages, and its bytes: null where it is damaged, or found no room.</returns>
    public IEnumerable<(string Place, byte[]? Bytes)> Named(string file)
    {
        if (!_isListed)
            List();
        foreach ((string zip, string place) in _byName.GetValueOrDefault(file) ?? [])
        {
            if (!_unpacked.TryGetValue((zip, place), out byte[]? bytes))
                _unpacked.Add((zip, place), bytes = Open(zip, archive => Unpack(archive.GetEntry(place))));
            yield return ($"{zip}/{place}", bytes);
        }
    }

    private void List()
    {
        _isListed = true;
        int count = 0;
        foreach (string zip in zips)
        {
            string[] places = Open(zip, static archive => archive.Entries.Select(static entry => entry.FullName)
                .Where(static place => place.EndsWith(Ending, StringComparison.OrdinalIgnoreCase)).ToArray()) ?? [];
            foreach (string place in places.Distinct())
            {
                if (count++ >= MostEntries)
                    return;
                // PerfView writes the signs of Windows between folders.
                string name = place[(place.LastIndexOfAny(['/', '\\']) + 1)..];
                if (!_byName.TryGetValue(name, out List<(string, string)>? of))
                    _byName.Add(name, of = []);
                of.Add((zip, place));
            }
        }
    }

    private byte[]? Unpack(ZipArchiveEntry? entry)
    {
        if (entry is null || entry.Length > mostBytes || entry.Length > mostBytesOfAll - _bytes)
            return null;
        using Stream content = entry.Open();
        byte[] bytes = new byte[entry.Length];
        content.ReadExactly(bytes);
        _bytes += bytes.Length;
        return bytes;
    }

    private static T? Open<T>(string zip, Func<ZipArchive, T?> use)
        where T : class
    {
        try
        {
            using ZipArchive archive = new(RegularFile.OpenRead(zip), ZipArchiveMode.Read);
            return use(archive);
        }
        catch (Exception e) when (e is IOException or InvalidDataException or NotSupportedException or UnauthorizedAccessException or Model.FathomException)
        {
            return null;
        }
    }
}
