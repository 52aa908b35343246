using Fathom.Formats.PortablePdb;

namespace Fathom.Tests.Formats.PortablePdb;

/// <summary>The assembly of the tests and its PDB.</summary>
internal static class OwnPdb
{
    private const int MostBytes = 64 << 20;

    public static string AssemblyPath => typeof(OwnPdb).Assembly.Location;

    public static string PdbPath => Path.ChangeExtension(AssemblyPath, ".pdb");

    public static AssemblyDebug Debug
    {
        get
        {
            using FileStream file = File.OpenRead(AssemblyPath);
            return AssemblyDebug.TryRead(file, MostBytes)!;
        }
    }

    public static byte[] Bytes => File.ReadAllBytes(PdbPath);
}
