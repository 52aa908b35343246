using System.Text;

namespace Fathom.Serializers.Kit.Versions;

/// <summary>
/// Two versions of a type have one name in a real program, since they are never in the same one. Here they are, in namespaces of equal length; in the bytes
/// of a format that names types, the writer's is exchanged for the reader's.
/// </summary>
internal static class VersionNames
{
    /// <summary>Exchanges the namespaces in place, as UTF-8 and as UTF-16.</summary>
    public static void Exchange(Span<byte> data, Type written, Type read)
    {
        foreach (Encoding encoding in (Encoding[])[Encoding.UTF8, Encoding.Unicode])
        {
            byte[] from = encoding.GetBytes(written.Namespace!), to = encoding.GetBytes(read.Namespace!);
            for (int at = 0, found; (found = data[at..].IndexOf(from)) >= 0; at += found + to.Length)
                to.CopyTo(data[(at + found)..]);
        }
    }
}
