using System.Runtime.InteropServices;
using Fathom.Model;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Images;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Dac;

[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class DacLocatorTests : IDisposable
{
    private const string OtherId = "0123456789abcdef0123456789abcdef01234567";

    // The runtime that runs the tests serves as the target's.
    private static readonly string s_framework = Path.GetFullPath(RuntimeEnvironment.GetRuntimeDirectory()).TrimEnd('/');
    private static readonly string s_dac = Path.Combine(s_framework, DacPlaces.FileName);
    private static readonly string s_runtimeId = ElfImages.TryRead(Path.Combine(s_framework, "libcoreclr.so"))!.BuildId!;
    private static readonly string s_dacId = ElfImages.TryRead(s_dac)!.BuildId!;
    private static readonly Version s_version = FileVersionText.Find(s_dac)!;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-dac-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void Build_ids_are_those_that_Microsofts_single_file_host_of_the_same_version_names()
    {
        string root = Path.GetFullPath(Path.Combine(s_framework, "..", "..", ".."));
        string pack = Path.Combine(root, "packs", $"Microsoft.NETCore.App.Host.{RuntimeInformation.RuntimeIdentifier}", Path.GetFileName(s_framework));
        byte[] host = File.ReadAllBytes(Path.Combine(pack, "runtimes", RuntimeInformation.RuntimeIdentifier, "native", "singlefilehost"));

        // Mark of 18 bytes, filled up to 20; version; then runtime and DAC, each as length and id in 24 bytes.
        int mark = host.AsSpan().IndexOf("DotNetRuntimeInfo\0\0\0\u0002\0\0\0"u8);
        Assert.True(mark > 0);
        Assert.Equal(Convert.ToHexStringLower(host, mark + 25, 20), s_runtimeId);
        Assert.Equal(Convert.ToHexStringLower(host, mark + 49, 20), s_dacId);
    }

    [Fact]
    public void The_version_text_of_a_native_library_is_the_file_version_of_the_core_library()
    {
        string expected = System.Diagnostics.FileVersionInfo.GetVersionInfo(Path.Combine(s_framework, "System.Private.CoreLib.dll")).FileVersion!;

        // CoreLib's has commas in some builds.
        Assert.Equal(Version.Parse(expected.Replace(',', '.')), s_version);
        Assert.Equal(s_version, FileVersionText.Find(Path.Combine(s_framework, "libcoreclr.so")));
        Assert.Null(FileVersionText.Find(Path.Combine(s_framework, "System.Linq.dll")));
        Assert.Null(FileVersionText.Find("/nowhere"));
        Assert.Equal(Path.GetFileName(s_framework).Split('-')[0], Shared().ProductVersion);
    }

    [Fact]
    public void Beside_the_runtime()
    {
        string folder = Install("app", withRuntime: true);

        AssertFound(Path.Combine(folder, DacPlaces.FileName), DacLocator.Find(Shared(folder), new DacPlaces()));
    }

    [Fact]
    public void In_the_targets_mount_namespace_is_never_loaded_whoever_owns_it()
    {
        string root = Path.Combine(_folder.FullName, "root");
        string folder = Install("root/opt/app", withRuntime: true);
        RuntimeIdentity runtime = Shared("/opt/app");

        UntrustedDacException refused = Assert.Throws<UntrustedDacException>(() => DacLocator.Find(runtime, new DacPlaces { TargetRoot = root, ProcessId = 42 }));
        Assert.Equal((Path.Combine(folder, DacPlaces.FileName), 42, ExitCode.NotPossible), (refused.Path, refused.ProcessId, refused.ExitCode));
        Assert.Contains("another mount namespace", refused.Message, StringComparison.Ordinal);

        string here = Path.GetFullPath(Path.Combine(s_framework, "..", "..", ".."));
        AssertFound(s_dac, DacLocator.Find(runtime, new DacPlaces { TargetRoot = root, DotnetRoots = [here] }));
    }

    [Fact]
    public void At_the_path_of_the_targets_runtime_in_our_own_view_before_all_others()
    {
        string folder = Install("app", withRuntime: true);

        AssertFound(Path.Combine(folder, DacPlaces.FileName), DacLocator.Find(Shared(folder), new DacPlaces { TargetRoot = Path.Combine(_folder.FullName, "root") }));
    }

    [Theory]
    [InlineData("app")]
    [InlineData("cache/RUNTIME")]
    [InlineData("packages/microsoft.netcore.app.runtime.linux-x64/10.0.99/runtimes/linux-x64/native")]
    public void In_a_folder_that_others_can_write_to_is_taken_from_a_trusted_place_or_refused(string place)
    {
        string folder = Install(place.Replace("RUNTIME", s_runtimeId, StringComparison.Ordinal), withRuntime: true);
        File.SetUnixFileMode(folder, File.GetUnixFileMode(folder) | UnixFileMode.GroupWrite);
        DacPlaces places = new() { CacheFolder = Path.Combine(_folder.FullName, "cache"), PackagesFolder = Path.Combine(_folder.FullName, "packages") };
        RuntimeIdentity runtime = Shared(Path.Combine(_folder.FullName, "app"));

        UntrustedDacException refused = Assert.Throws<UntrustedDacException>(() => DacLocator.Find(runtime, places));
        Assert.Equal(Path.Combine(folder, DacPlaces.FileName), refused.Path);
        Assert.Contains($"{folder} can be changed by others (mode 0775)", refused.Message, StringComparison.Ordinal);
        Assert.Contains("--dac PATH", refused.NextStep, StringComparison.Ordinal);

        string here = Path.GetFullPath(Path.Combine(s_framework, "..", "..", ".."));
        AssertFound(s_dac, DacLocator.Find(runtime, places with { DotnetRoots = [here] }));
        AssertFound(Path.Combine(folder, DacPlaces.FileName), DacLocator.Find(runtime, places with { Given = folder }));
    }

    [Fact]
    public void What_is_loaded_is_what_was_looked_at_also_when_it_is_replaced_meanwhile()
    {
        string folder = Install("app", withRuntime: true);
        using DacLibrary found = DacLocator.Find(Shared(folder), new DacPlaces());

        File.Delete(Path.Combine(folder, DacPlaces.FileName));
        File.WriteAllText(Path.Combine(folder, DacPlaces.FileName), "another");

        Assert.Equal(s_dacId, ElfImages.TryRead(found.LoadPath)!.BuildId);
    }

    [Fact]
    public void A_pipe_in_its_place_or_beside_it_is_no_library_and_blocks_nothing()
    {
        string folder = Install("app", withRuntime: false);
        foreach (string file in (string[])["libcoreclr.so", "../pipe.so"])
        {
            using System.Diagnostics.Process made = System.Diagnostics.Process.Start("mkfifo", [Path.Combine(folder, file)]);
            made.WaitForExit();
        }

        Assert.Throws<FathomException>(() => DacLocator.Find(
            Linked() with { DacBuildId = null, FileVersion = null, Path = "/nowhere/app" },
            new DacPlaces { Given = Path.Combine(_folder.FullName, "pipe.so") }));
        AssertFound(Path.Combine(folder, DacPlaces.FileName), DacLocator.Find(Linked() with { Path = Path.Combine(folder, "app") }, new DacPlaces()));
    }

    [Theory]
    [InlineData("")]
    [InlineData("libmscordaccore.so")]
    public void In_the_folder_or_file_that_the_user_named_and_nowhere_else(string file)
    {
        string folder = Install("given", withRuntime: false);
        string beside = Install("app", withRuntime: true);

        DacLibrary found = DacLocator.Find(Linked(), new DacPlaces { Given = Path.Combine(folder, file) });
        AssertFound(Path.Combine(folder, DacPlaces.FileName), found);
        FathomException refused = Assert.Throws<FathomException>(() => DacLocator.Find(Shared(beside), new DacPlaces { Given = Path.Combine(_folder.FullName, "empty") }));
        Assert.Equal(ExitCode.Usage, refused.ExitCode);
    }

    [Theory]
    [InlineData("cache/RUNTIME")]
    [InlineData("cache/DAC")]
    [InlineData("cache/elf-buildid-coreclr-RUNTIME")]
    public void In_the_cache_folder_under_the_build_id_of_the_runtime_or_its_own(string place)
    {
        string folder = Install(place.Replace("RUNTIME", s_runtimeId, StringComparison.Ordinal).Replace("DAC", s_dacId, StringComparison.Ordinal), withRuntime: false);

        DacLibrary found = DacLocator.Find(Linked(), new DacPlaces { CacheFolder = Path.Combine(_folder.FullName, "cache") });

        AssertFound(Path.Combine(folder, DacPlaces.FileName), found);
    }

    [Fact]
    public void In_the_layout_of_a_symbol_server_below_the_named_folder()
    {
        string folder = Install($"symbols/{DacPlaces.FileName}/elf-buildid-{s_dacId}", withRuntime: false);

        DacLibrary found = DacLocator.Find(Linked(), new DacPlaces { Given = Path.Combine(_folder.FullName, "symbols") });

        AssertFound(Path.Combine(folder, DacPlaces.FileName), found);
    }

    [Fact]
    public void In_the_packages_that_self_contained_programs_are_made_of()
    {
        string folder = Install("packages/microsoft.netcore.app.runtime.linux-x64/10.0.99/runtimes/linux-x64/native", withRuntime: true);

        DacLibrary found = DacLocator.Find(Linked(), new DacPlaces { PackagesFolder = Path.Combine(_folder.FullName, "packages") });

        AssertFound(Path.Combine(folder, DacPlaces.FileName), found);
    }

    [Fact]
    public void Of_another_build_with_the_same_version_is_taken_with_a_note()
    {
        string folder = Install("given", withRuntime: false);

        DacLibrary found = DacLocator.Find(Linked() with { DacBuildId = OtherId, BuildId = OtherId }, new DacPlaces { Given = folder });

        Assert.Contains($"has the runtime's version {s_version} but another build id ({s_dacId}, expected {OtherId})", found.Note, StringComparison.Ordinal);
    }

    [Fact]
    public void Of_another_version_is_refused_and_what_is_missing_is_named_with_how_to_get_it()
    {
        string folder = Install("given", withRuntime: false);
        RuntimeIdentity linked = new("/opt/app/Shop", OtherId, OtherId, new Version(8, 0, 3126, 42015));
        RuntimeIdentity shared = new("/usr/share/dotnet/shared/Microsoft.NETCore.App/9.0.4/libcoreclr.so", OtherId, null, null);
        DacPlaces places = new() { CacheFolder = "/home/me/.cache/fathom/dac", DotnetRoots = [Path.Combine(s_framework, "..", "..", "..")] };

        FathomException[] errors =
        [
            Assert.Throws<FathomException>(() => DacLocator.Find(linked, places)),
            Assert.Throws<FathomException>(() => DacLocator.Find(shared, places)),
            Assert.Throws<FathomException>(() => DacLocator.Find(linked, new DacPlaces { Given = folder })),
            Assert.Throws<FathomException>(() => DacLocator.Find(shared, new DacPlaces { Given = "/nowhere" })),
        ];

        Assert.Equal([ExitCode.NotPossible, ExitCode.NotPossible, ExitCode.Usage, ExitCode.Usage], errors.Select(error => error.ExitCode));
        Snapshot.Match(
            string.Concat(errors.Select(error => $"{error.Message}\n{error.NextStep}\n"))
                .Replace(_folder.FullName, "FOLDER", StringComparison.Ordinal)
                .Replace(s_version.ToString(), "VERSION", StringComparison.Ordinal),
            "missing-dac.txt");
    }

    private static void AssertFound(string path, DacLibrary found)
    {
        using (found)
            Assert.Equal((path, null), (found.Path, found.Note));
    }

    private static RuntimeIdentity Shared(string? folder = null) => new(Path.Combine(folder ?? s_framework, "libcoreclr.so"), s_runtimeId, null, s_version);

    // A runtime inside a program tells the build id of its DAC.
    private static RuntimeIdentity Linked() => new("/opt/app/Shop", s_runtimeId, s_dacId, s_version);

    private string Install(string place, bool withRuntime)
    {
        string folder = Path.Combine(_folder.FullName, place);
        Directory.CreateDirectory(folder);
        File.CreateSymbolicLink(Path.Combine(folder, DacPlaces.FileName), s_dac);
        if (withRuntime)
            File.CreateSymbolicLink(Path.Combine(folder, "libcoreclr.so"), Path.Combine(s_framework, "libcoreclr.so"));
        return folder;
    }
}
