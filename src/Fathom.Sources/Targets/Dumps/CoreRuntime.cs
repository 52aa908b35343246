using Fathom.Model;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.Targets.Dumps;

/// <summary>Finds the .NET runtime in a core by the files that were mapped.</summary>
internal static class CoreRuntime
{
    /// <summary>libcoreclr.so where it is mapped, else the executable, which may have the runtime inside.</summary>
    /// <exception cref="FathomException">The core does not tell what was mapped.</exception>
    public static RuntimeModule Find(IReadOnlyList<MappedFile> files, ulong programHeaders, string path)
    {
        foreach (MappedFile file in files)
        {
            if (file.FileOffset == 0 && MappedFile.WithoutMark(file.Path).EndsWith(RuntimeModule.FileName, StringComparison.Ordinal))
                return new RuntimeModule(MappedFile.WithoutMark(file.Path), file.Start);
        }

        foreach (MappedFile file in files)
        {
            if (file.Start <= programHeaders && programHeaders < file.End)
                return new RuntimeModule(MappedFile.WithoutMark(file.Path), file.Start);
        }

        throw FathomException.Target(
            files.Count == 0 ? $"'{path}' does not list the files that the process had mapped." : $"'{path}' holds no .NET runtime.",
            "give the core file of a .NET process, written by createdump, dotnet-dump or the kernel");
    }
}
