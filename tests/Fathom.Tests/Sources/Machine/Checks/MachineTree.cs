using Fathom.Sources.Machine.Checks;
using Fathom.TestSupport;

namespace Fathom.Tests.Sources.Machine.Checks;

/// <summary>A folder that looks like the root of a machine.</summary>
internal sealed class MachineTree : IDisposable
{
    public const ulong AllRights = 0x1FF_FFFF_FFFF;

    private readonly TestFolder _folder = new();
    private readonly Dictionary<string, string> _variables = new() { ["PATH"] = "/usr/local/bin:/usr/bin", ["HOME"] = "/home/alice" };

    public long? FreeBytes { get; set; } = 10L * 1024 * 1024 * 1024;

    public bool AllowsTracing { get; set; } = true;

    public int OwnNumber { get; set; } = 77;

    public Func<string> Engine { get; set; } = () => "DuckDB v9.9.9";

    public string? PerfVersion { get; set; } = "perf version 6.1";

    public MachineView View => new(_folder.Path, _variables.GetValueOrDefault, new MachineProbes
    {
        LoadEngine = Engine,
        FreeBytes = _ => FreeBytes,
        ToolVersion = _ => PerfVersion,
        OwnNumber = () => OwnNumber,
        CanTrace = () => AllowsTracing,
        CanReadMemory = () => AllowsTracing,
    });

    public MachineTree Set(string variable, string value)
    {
        _variables[variable] = value;
        return this;
    }

    public MachineTree File(string path, string content = "")
    {
        string file = _folder.Path + path;
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        System.IO.File.WriteAllText(file, content);
        return this;
    }

    public MachineTree Link(string path, string target)
    {
        string file = _folder.Path + path;
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        System.IO.File.CreateSymbolicLink(file, target);
        return this;
    }

    public MachineTree Self(uint user, ulong rights, int seccomp) => File(
        "/proc/self/status", $"Name:\tfathom\nUid:\t{user}\t{user}\t{user}\t{user}\nCapPrm:\t{rights:x16}\nCapEff:\t{rights:x16}\nSeccomp:\t{seccomp}\n");

    public MachineTree Runtime(string folder, string version, bool dataAccess = true, bool createDump = true)
    {
        string runtime = $"{folder}/shared/Microsoft.NETCore.App/{version}";
        File($"{runtime}/libcoreclr.so");
        if (dataAccess)
            File($"{runtime}/libmscordaccore.so");
        return createDump ? File($"{runtime}/createdump") : this;
    }

    public void Dispose() => _folder.Dispose();
}
