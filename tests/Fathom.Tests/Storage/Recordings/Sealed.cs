using System.Text;
using Fathom.Storage.Recordings;

namespace Fathom.Tests.Storage.Recordings;

/// <summary>Manifests that were changed and have a checksum that fits.</summary>
internal static class Sealed
{
    public static byte[] Of(string manifest)
    {
        using PooledBytes bytes = new();
        Encoding.UTF8.GetBytes(manifest, bytes);
        ManifestSeal.Add(bytes);
        return bytes.Written.ToArray();
    }
}
