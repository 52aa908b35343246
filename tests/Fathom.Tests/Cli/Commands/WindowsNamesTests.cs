using System.IO.Compression;
using System.Runtime.CompilerServices;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Formats.Etl;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Formats.PortablePdb;
using Fathom.Tests.Formats.WindowsPdb;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>What verbs print of a Windows trace whose symbols are here: from the trace and the PDB to the words.</summary>
public sealed class WindowsNamesTests : IDisposable
{
    private const int Pid = 700;
    private const int Tid = 704;
    private const ulong Kernel = 0xFFFF_F800_1000_0000;
    private const ulong Code = 0x7FF0_0000;
    private const ulong Module = 0x7000;
    private const ulong Method = 0x7100;

    private static readonly Guid s_kernel = new("11112222-3333-4444-5555-666677778888");
    private static readonly Guid s_runtime = new("e13c0d23-ccbc-4e12-931b-d9cc2eee27e4");
    private static readonly Guid s_rundown = new("a669021c-c450-4609-a035-5af59af4df18");

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task System_calls_are_called_as_in_the_PDB_of_the_kernel()
    {
        string trace = Keep("calls.etl", Begin().Image(1_000_130, 0, Kernel, 0x10_0000, @"\SystemRoot\system32\ntoskrnl.exe")
            .Symbols(1_000_131, 0, Kernel, s_kernel, 2, "ntkrnlmp.pdb").Switch(0, 1_010_000, Tid, 0, 0, 0)
            .PerfInfo(0, 1_020_000, KernelHook.CallEnter, 2, BitConverter.GetBytes(Kernel + 0x1010))
            .PerfInfo(0, 1_025_000, KernelHook.CallReturn, 2, BitConverter.GetBytes(0))
            .PerfInfo(0, 1_030_000, KernelHook.CallEnter, 2, BitConverter.GetBytes(Kernel + 0x1040))
            .PerfInfo(0, 1_037_000, KernelHook.CallReturn, 2, BitConverter.GetBytes(0xC0000022)).Build());
        string symbols = Keep("symbols/ntkrnlmp.pdb/111122223333444455556666777788882/ntkrnlmp.pdb",
            new PdbWriter { Names = { ("NtReadFile", 1, 0x10), ("NtOpenKey", 1, 0x40) } }.Build())[..^"/ntkrnlmp.pdb/111122223333444455556666777788882/ntkrnlmp.pdb".Length];

        HostRun with = await RunAsync("syscalls", trace, "--symbol-path", symbols, "--format", "csv",
            "--columns", "call,calls,failures,duration_ns", "--sort", "call:asc", "--save", _folder.File("with.fathom"));
        HostRun shown = await RunAsync("syscalls", trace, "--symbol-path", $"srv*{symbols}*https://symbols.example/", "--save", _folder.File("shown.fathom"));

        Assert.Equal("call,calls,failures,duration_ns\nntoskrnl.exe!NtOpenKey,1,1,700000\nntoskrnl.exe!NtReadFile,1,0,500000\n", with.Out);
        Assert.Equal(ExitCode.Ok, with.Code);
        Assert.Contains("ntoskrnl.exe!NtReadFile", shown.Out, StringComparison.Ordinal);
    }

    // The compiler itself says where the method stands.
    [Fact]
    public async Task Managed_code_has_the_line_of_its_portable_PDB()
    {
        string trace = Keep("lines.etl", ManagedTrace());
        string symbols = Path.GetDirectoryName(Keep("pdbs/Fathom.Tests.pdb", OwnPdb.Bytes))!;

        string packed = _folder.File("lines.etl.zip");
        using (ZipArchive zip = ZipFile.Open(packed, ZipArchiveMode.Create))
        {
            zip.CreateEntryFromFile(trace, "lines.etl");
            zip.CreateEntryFromFile(OwnPdb.PdbPath, @"symbols\Fathom.Tests.pdb\1\Fathom.Tests.pdb");
        }

        HostRun without = await LinesAsync(trace, "--save", _folder.File("without.fathom"));
        HostRun with = await LinesAsync(trace, "--symbol-path", symbols, "--save", _folder.File("with.fathom"));
        HostRun inZip = await LinesAsync(packed, "--save", _folder.File("zip.fathom"));

        Assert.Equal("file,line,samples\n,,1\n", without.Out);
        Assert.Equal($"file,line,samples\nWindowsNamesTests.cs,{Known()},1\n", with.Out);
        Assert.Equal(with.Out, inZip.Out);

        static Task<HostRun> LinesAsync(string file, params string[] options) =>
            RunAsync(["cpu", file, "--lines", "Shop.Till.Sum", "--all-processes", "--format", "csv", "--columns", "file,line,samples", .. options]);
    }

    [Fact]
    public async Task A_server_in_the_path_of_symbols_is_not_asked_and_said()
    {
        string trace = Keep("lines.etl", ManagedTrace());

        HostRun run = await RunAsync("cpu", trace, "--symbol-path", "srv*https://symbols.example/x");
        HostRun cache = await RunAsync("cpu", trace, "--symbol-path", "srv*/absent/cache*https://symbols.example/x");

        Assert.Equal(ExitCode.Target, run.Code);
        Assert.Contains("'--symbol-path' names a server and no folder; 'https://symbols.example/x' is asked by 'symbols --fetch' only.", run.Error, StringComparison.Ordinal);
        Assert.Contains("There is no folder '/absent/cache', which '--symbol-path' names.", cache.Error, StringComparison.Ordinal);
    }

    private static byte[] ManagedTrace()
    {
        byte[] method =
        [
            .. BitConverter.GetBytes(Method), .. BitConverter.GetBytes(Module), .. BitConverter.GetBytes(Code), .. BitConverter.GetBytes(0x100),
            .. BitConverter.GetBytes(((Func<int>)Known).Method.MetadataToken), .. BitConverter.GetBytes(8), .. Text("Shop.Till"), .. Text("Sum"), .. Text("int32 ()"),
            9, 0, .. new byte[8],
        ];
        // All code is of IL 0.
        byte[] map = [.. BitConverter.GetBytes(Method), .. new byte[8], 0, 1, 0, .. BitConverter.GetBytes(0), .. BitConverter.GetBytes(0), 9, 0];
        byte[] module =
        [
            .. BitConverter.GetBytes(Module), .. BitConverter.GetBytes(0x6000L), .. BitConverter.GetBytes(8), .. new byte[4], .. Text(@"C:\app\Fathom.Tests.dll"), .. Text(""), 9, 0,
            .. OwnPdb.Debug.Id.ToByteArray(), .. BitConverter.GetBytes(1), .. Text(@"C:\build\Fathom.Tests.pdb"),
        ];
        return Begin().Event(0, 1_000_500, s_runtime, 143, 2, Pid, Tid, method).Event(0, 1_000_600, s_runtime, 152, 2, Pid, Tid, module)
            .Switch(0, 1_010_000, Tid, 0, 0, 0).Sample(0, 1_100_000, Tid, Code + 0x10).Stack(0, 1_100_010, 1_100_000, Pid, Tid, Code + 0x10)
            .Event(0, 1_200_000, s_rundown, 154, 2, Pid, Tid, module).Event(0, 1_200_100, s_rundown, 150, 0, Pid, Tid, map)
            .Event(0, 1_200_200, s_rundown, 144, 2, Pid, Tid, method).Build();
    }

    private static int Known() => Line();

    private static int Line([CallerLineNumber] int line = 0) => line;

    private static EtlBytes Begin() => new EtlBytes(1, 10_000_000, 1_000_000).Process(1_000_100, Pid, 4, "shop.exe").Thread(1_000_110, Pid, Tid);

    private static byte[] Text(string text) => System.Text.Encoding.Unicode.GetBytes(text + '\0');

    private string Keep(string place, byte[] content)
    {
        string path = _folder.File(place);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllBytes(path, content);
        return path;
    }

    private static Task<HostRun> RunAsync(params string[] args) =>
        HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, args, CancellationToken.None);
}
