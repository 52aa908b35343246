namespace Fathom.TestSupport.RealPrograms;

/// <summary>ilspycmd in the middle of decompiling the C# compiler. It ends by itself after some minutes.</summary>
internal static class IlSpy
{
    private const string Version = "9.1.0.7988";
    private const int FilesWritten = 150;

    public static RealProgram Start()
    {
        string executable = DotnetTool.Executable("ilspycmd", Version);
        TestFolder folder = new();
        RealProgram program = RealProgram.Start(
            "ilspycmd", executable, "--project", "--outputdir", folder.Path, Path.Combine(DotnetSdk.Folder, "Roslyn", "bincore", "Microsoft.CodeAnalysis.CSharp.dll"));
        program.Owns(folder);
        try
        {
            program.WaitFor(() => Directory.EnumerateFiles(folder.Path, "*.cs", SearchOption.AllDirectories).Take(FilesWritten).Count() == FilesWritten, "write files");
            return program;
        }
        catch
        {
            program.Dispose();
            throw;
        }
    }
}
