using Xunit;

namespace Fathom.TestSupport;

/// <summary>
/// What a test needs of the machine. Where it is not there, the test is skipped with one of the reasons here, and with no other: <c>eng/allowed-skips.txt</c> has
/// a check for each, with which <c>eng/test</c> looks again whether the reason is true.
/// </summary>
public static class Needs
{
    /// <summary>The folder of public recordings is absent.</summary>
    public const string DataReason = "needs the data folder";

    /// <summary>The tests run as an ordinary user.</summary>
    public const string RootReason = "needs root";

    /// <summary>No Chromium is installed.</summary>
    public const string BrowserReason = "needs Chromium";

    /// <summary>The kernel hands cores to a program, or puts them into a folder.</summary>
    public const string CoreReason = "needs core files beside the program";

    /// <summary>The kernel lets an ordinary user make no namespaces.</summary>
    public const string NamespacesReason = "needs namespaces of an ordinary user";

    /// <summary>No package source has the programs.</summary>
    public const string PackagesReason = "needs csharpier and ilspycmd from a package source";

    /// <summary>The freezer of version 1 is not mounted, or the tests run as an ordinary user.</summary>
    public const string FreezerReason = "needs root and the freezer of control groups of version 1";

    /// <summary>Control groups of version 2 are not mounted, or the tests run as an ordinary user.</summary>
    public const string GroupsReason = "needs root and control groups of version 2";

    /// <summary>The controller of processors of version 1 is not mounted, or the tests run as an ordinary user.</summary>
    public const string ThrottleReason = "needs root and processor limits of control groups of version 1";

    /// <summary>gdb is not installed.</summary>
    public const string DebuggerReason = "needs gdb";

    /// <summary>No C compiler is installed.</summary>
    public const string CompilerReason = "needs a C compiler";

    /// <summary>No package source has the compiler of NativeAOT.</summary>
    public const string NativeCompilerReason = "needs the NativeAOT compiler of .NET 9 from a package source";

    /// <summary>libjemalloc.so.2 is not installed.</summary>
    public const string JemallocReason = "needs libjemalloc.so.2";

    /// <summary>libtcmalloc_minimal.so.4 is not installed.</summary>
    public const string TcmallocReason = "needs libtcmalloc_minimal.so.4";

    /// <summary>libmimalloc.so.2.0 is not installed.</summary>
    public const string MimallocReason = "needs libmimalloc.so.2.0";

    /// <summary>No Python 3 is installed.</summary>
    public const string PythonReason = "needs python3";

    /// <summary>The npm registry does not have a reader of profiles of pprof.</summary>
    public const string PprofReason = "needs pprof-format from the npm registry";

    /// <summary>No zsh is installed.</summary>
    public const string ZshReason = "needs zsh";

    /// <summary>No fish is installed.</summary>
    public const string FishReason = "needs fish";

    /// <summary>No groff is installed.</summary>
    public const string GroffReason = "needs groff";

    /// <summary>perf is not installed, or may not record tracepoints of the whole machine.</summary>
    public const string PerfReason = "needs perf and the right to record the machine with it";

    /// <summary>debootstrap is not installed, or Debian's packages are out of reach.</summary>
    public const string DebootstrapReason = "needs debootstrap and Debian's packages";

    /// <summary>Packages of other releases of Debian are out of reach.</summary>
    public const string DebianPackagesReason = "needs packages of other releases of Debian";

    /// <summary>libzstd.so.1 is not installed.</summary>
    public const string ZstdReason = "needs libzstd.so.1";

    /// <summary>Name of the trait of tests that can be skipped; its value is the reason. <c>.ci/run</c> runs those that need data once without it.</summary>
    public const string Trait = "Needs";

    /// <summary>The folder of recordings from public projects; the test is skipped where it is absent.</summary>
    public static string DataFolder()
    {
        string[]? reasons = null;
        bool isMarked = TestContext.Current.Test is not { } test || (test.Traits.TryGetValue(Trait, out IReadOnlyCollection<string>? marks) && (reasons = [.. marks]).Contains(DataReason));
        Assert.True(isMarked, $"A test that needs the data folder is marked with [Trait(Needs.Trait, Needs.DataReason)]: {TestContext.Current.Test?.TestDisplayName}");
        Assert.SkipWhen(Repository.DataFolder is null, DataReason);
        return Repository.DataFolder;
    }

    /// <summary>Skips the test unless it runs as root.</summary>
    public static void Root() => Assert.SkipUnless(Environment.IsPrivilegedProcess, RootReason);

    /// <summary>Path of the first Chromium of the PATH; the test is skipped where there is none.</summary>
    public static string Browser()
    {
        string? browser = (from name in (string[])["chromium", "chromium-browser", "google-chrome"]
                           from folder in (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':')
                           let file = Path.Combine(folder, name)
                           where File.Exists(file)
                           select file).FirstOrDefault();
        Assert.SkipWhen(browser is null, BrowserReason);
        return browser;
    }

    /// <summary>Skips the test unless the kernel writes a core into the folder of the program that ends.</summary>
    public static void Cores()
    {
        string pattern = File.ReadAllText("/proc/sys/kernel/core_pattern").Trim();
        Assert.SkipWhen(pattern.Length == 0 || pattern.StartsWith('|') || pattern.Contains('/', StringComparison.Ordinal), CoreReason);
    }

    /// <summary>Skips the test unless it can be in namespaces of its own.</summary>
    /// <returns>What <c>unshare</c> needs for it before other options.</returns>
    public static string[] Namespaces()
    {
        if (Environment.IsPrivilegedProcess)
            return [];
        Assert.SkipUnless(Succeeds("unshare", "--map-root-user", "--pid", "--mount", "--fork", "--mount-proc", "true"), NamespacesReason);
        return ["--map-root-user"];
    }

    /// <summary>The root of the freezer's tree; the test is skipped where a program cannot be frozen there.</summary>
    public static string Freezer()
    {
        const string tree = "/sys/fs/cgroup/freezer";
        Assert.SkipUnless(Environment.IsPrivilegedProcess && File.Exists(tree + "/cgroup.procs"), FreezerReason);
        return tree;
    }

    /// <summary>The root of the tree of version 2, alone or beside those of version 1; the test is skipped where a program cannot be frozen there.</summary>
    public static string Groups()
    {
        string? tree = new[] { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" }.FirstOrDefault(static folder => File.Exists(folder + "/cgroup.controllers"));
        Assert.SkipWhen(tree is null || !Environment.IsPrivilegedProcess, GroupsReason);
        return tree;
    }

    /// <summary>The root of the tree of processors of version 1; the test is skipped where no group can have a limit there.</summary>
    public static string Processors()
    {
        const string tree = "/sys/fs/cgroup/cpu";
        Assert.SkipUnless(Environment.IsPrivilegedProcess && HasLimits(tree), ThrottleReason);
        return tree;
    }

    /// <summary>Skips the test unless packages of other releases of Debian can be had.</summary>
    public static void DebianPackages()
    {
        const string release = "http://deb.debian.org/debian/dists/trixie/InRelease";
        Assert.SkipUnless(Succeeds("sh", "-c", $"command -v apt-get && wget -q -O /dev/null {release}"), DebianPackagesReason);
    }

    /// <summary>Skips the test where no package source has what it asks for.</summary>
    public static void Packages(bool areThere) => Assert.SkipUnless(areThere, PackagesReason);

    /// <summary>Skips the test where there is no <c>gcore</c> of gdb.</summary>
    public static void Debugger() => Program("gcore", DebuggerReason);

    /// <summary>The C compiler <c>cc</c>; the test is skipped where there is none.</summary>
    public static string Compiler() => Program("cc", CompilerReason);

    /// <summary>A program that is on the search path; the test is skipped where it is not.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="reason">Why the test is skipped.</param>
    public static string Program(string name, string reason)
    {
        string? program = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists);
        Assert.SkipWhen(program is null, reason);
        return program!;
    }

    /// <summary>Skips the test unless debootstrap is installed and finds packages.</summary>
    public static void Debootstrap()
    {
        const string release = "http://deb.debian.org/debian/dists/bookworm/InRelease";
        Assert.SkipUnless(Succeeds("sh", "-c", $"command -v debootstrap && wget -q -O /dev/null {release}"), DebootstrapReason);
    }

    /// <summary>Skips the test where the npm registry does not have the reader of profiles.</summary>
    public static void Pprof(bool isThere) => Assert.SkipUnless(isThere, PprofReason);

    /// <summary>Skips the test where no package source has the compiler of NativeAOT.</summary>
    public static void NativeCompiler(bool isThere) => Assert.SkipUnless(isThere, NativeCompilerReason);

    /// <summary>Skips the test unless Python 3 is installed.</summary>
    public static void Python() =>
        Assert.SkipUnless((Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Any(static folder => File.Exists(Path.Combine(folder, "python3"))), PythonReason);

    /// <summary>The program perf; the test is skipped where there is none, or where it may not record tracepoints of the whole machine.</summary>
    public static string Perf()
    {
        string perf = Program("perf", PerfReason);
        Assert.SkipUnless(Succeeds(perf, "record", "-a", "-o", "/dev/null", "-e", "sched:sched_switch", "true"), PerfReason);
        return perf;
    }

    /// <summary>Skips the test unless a library is among those that the loader finds by name.</summary>
    /// <param name="name">Its file name.</param>
    /// <param name="reason">The reason for a skip.</param>
    /// <returns>Its path.</returns>
    public static string Library(string name, string reason)
    {
        string? path = new[] { "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib" }.Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists);
        Assert.SkipWhen(path is null, reason);
        return path;
    }

    private static bool Succeeds(string program, params string[] args)
    {
        using System.Diagnostics.Process trial = System.Diagnostics.Process.Start(
            new System.Diagnostics.ProcessStartInfo(program, args) { RedirectStandardError = true, RedirectStandardOutput = true })!;
        trial.StandardError.ReadToEnd();
        trial.WaitForExit();
        return trial.ExitCode == 0;
    }

    // The root of the tree has no limit itself.
    private static bool HasLimits(string tree)
    {
        string group = Path.Combine(tree, $"fathom-needs-{Environment.ProcessId}");
        try
        {
            Directory.CreateDirectory(group);
            bool has = File.Exists(Path.Combine(group, "cpu.cfs_quota_us"));
            Directory.Delete(group);
            return has;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
