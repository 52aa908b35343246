namespace Fathom.Tests.Sources.Machine.Processes;

/// <summary>One process of a <see cref="ProcTree"/>, by default a .NET 10 app host of root.</summary>
internal sealed record FakeProcess(int Pid)
{
    public const string Runtime = "/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.12/libcoreclr.so";

    public string Comm { get; init; } = "Shop";

    public int ParentPid { get; init; } = 1;

    public char State { get; init; } = 'S';

    public uint Flags { get; init; } = 4_194_304;

    public long StartTicks { get; init; } = 12_345;

    public uint EffectiveUserId { get; init; }

    public string NamespacePids { get; init; } = "";

    public string[] Arguments { get; init; } = ["/app/Shop", "--port", "80"];

    public string? Executable { get; init; } = "/app/Shop";

    /// <summary>Null makes a file that cannot be read, whoever runs the test.</summary>
    public string? Maps { get; init; } = Map("r-xp", Runtime) + Map("r--p", "/app/Shop.dll") + Map("r--p", "/usr/lib/libc.so.6");

    public string Cgroup { get; init; } = "0::/user.slice\n";

    public string Mounts { get; init; } = "";

    public string[] Environment { get; init; } = [];

    public string PidNamespace { get; init; } = "pid:[4026531836]";

    public string Stat => $"{Pid} ({Comm}) {State} {ParentPid} 1 1 0 -1 {Flags} 99 0 0 0 0 0 0 0 20 0 1 0 {StartTicks} 3133440 394 18446744073709551615 0 0\n";

    public string Status => $"Name:\t{Comm}\nPid:\t{Pid}\nTracerPid:\t0\nUid:\t4242\t{EffectiveUserId}\t0\t0\n"
        + $"NSpid:\t{Pid}{NamespacePids}\nVmRSS:\t    2048 kB\nCapPrm:\t0000000000000000\nCapEff:\t0000000000080000\nSeccomp:\t2\n";

    public static string Map(string permissions, string path) => $"7f0000000000-7f0000001000 {permissions} 00000000 fe:00 1234567                    {path}\n";
}
