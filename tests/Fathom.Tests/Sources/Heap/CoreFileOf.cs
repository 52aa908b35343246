using Microsoft.Diagnostics.NETCore.Client;

namespace Fathom.Tests.Sources.Heap;

/// <summary>A core file of a process, written by the runtime itself into a folder of its own. Disposing deletes it.</summary>
internal sealed class CoreFileOf : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-core-");

    public CoreFileOf(int processId, DumpType kind = DumpType.WithHeap)
    {
        try
        {
            new DiagnosticsClient(processId).WriteDump(kind, File);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public string File => Path.Combine(_folder.FullName, "core");

    public void Dispose() => _folder.Delete(recursive: true);
}
