using System.Diagnostics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Memory.Malloc;

/// <summary>The glibc of another release of Debian, taken from its package and installed nowhere.</summary>
/// <param name="Loader">Its loader, which runs a program with it.</param>
/// <param name="Libraries">The folder of its libraries.</param>
internal sealed record OtherGlibc(string Loader, string Libraries)
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    // apt gets lists and places of its own, so the machine keeps its release.
    private const string Script = """
        set -e
        cd "$1"
        site=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -m1 '/debian/*$')
        mkdir -p lists/partial cache/archives/partial
        echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $site $2 main" >sources.list
        own="-o Dir::Etc::sourcelist=$1/sources.list -o Dir::Etc::sourceparts=/dev/null -o Dir::State::lists=$1/lists"
        own="$own -o Dir::Cache=$1/cache -o Acquire::Languages=none -o APT::Sandbox::User=root"
        apt-get $own update
        apt-get $own download libc6
        dpkg-deb -x libc6_*.deb root
        """;

    /// <summary>Takes it; the test is skipped where there are no packages.</summary>
    /// <param name="folder">Where it is put.</param>
    /// <param name="release">Name of the release.</param>
    public static OtherGlibc Take(TestFolder folder, string release)
    {
        Needs.DebianPackages();
        ProcessStartInfo start = new("sh", ["-c", Script, "sh", folder.Path, release]) { RedirectStandardError = true, RedirectStandardOutput = true };
        using Process process = Process.Start(start)!;
        Task<string> error = process.StandardError.ReadToEndAsync(), output = process.StandardOutput.ReadToEndAsync();
        if (!process.WaitForExit(s_patience))
            process.Kill(entireProcessTree: true);
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, output.Result + error.Result);
        string libraries = folder.File("root/usr/lib/x86_64-linux-gnu");
        return new OtherGlibc(Path.Combine(libraries, "ld-linux-x86-64.so.2"), libraries);
    }
}
