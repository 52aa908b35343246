using System.Diagnostics;
using Fathom.Capture.Recording;
using Fathom.Files;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Recording;

/// <summary>Folders of raw files that a recorder, or somebody else, left where the next one wants to write.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class RawFolderTests : IDisposable
{
    // The kernel numbers processes up to 2^22.
    private const int NoProcess = (1 << 22) + 1;

    private readonly TestFolder _folder = new();

    private string Saved => _folder.File("app.fathom");

    private string Raw => _folder.File("app.raw");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Only_its_owner_may_look_into_it()
    {
        RawFolder raw = RawFolder.Create(Saved, replace: false);
        Notes(1).Write(raw.PathOf(RawFolder.NotesFile));

        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(Raw));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(raw.PathOf(RawFolder.NotesFile)));
        Assert.Equal("'", Assert.Throws<FathomException>(() => RawFolder.Create(Saved, replace: false)).Message[..1]);
    }

    [Theory]
    [InlineData("elsewhere", false)]
    [InlineData("elsewhere", true)]
    [InlineData("nowhere", true)]
    public void A_link_in_its_place_is_not_followed_and_not_removed(string target, bool replace)
    {
        Directory.CreateDirectory(_folder.File("elsewhere"));
        Notes(1).Write(_folder.File("elsewhere/" + RawFolder.NotesFile));
        File.CreateSymbolicLink(Raw, _folder.File(target));

        Assert.Throws<FathomException>(() => RawFolder.Create(Saved, replace));

        Assert.NotNull(new FileInfo(Raw).LinkTarget);
        Assert.Equal([_folder.File("elsewhere/" + RawFolder.NotesFile)], Directory.GetFileSystemEntries(_folder.File("elsewhere")));
        Assert.False(Path.Exists(_folder.File("nowhere")));
    }

    [Fact]
    public void A_folder_of_somebody_else_is_not_removed()
    {
        Needs.Root();
        Directory.CreateDirectory(Raw);
        Notes(1).Write(Path.Combine(Raw, RawFolder.NotesFile));
        using (Process chown = Process.Start("chown", ["-R", "4711", Raw]))
            chown.WaitForExit();

        Assert.Throws<FathomException>(() => RawFolder.Create(Saved, replace: true));

        Assert.True(RawFolder.Is(Raw));
    }

    [Fact]
    public void Notes_are_not_written_through_a_link()
    {
        File.WriteAllText(_folder.File("precious"), "mine");
        File.CreateSymbolicLink(_folder.File("recorder.json.partial"), _folder.File("precious"));
        File.CreateSymbolicLink(_folder.File("recorder.json"), _folder.File("precious"));

        Notes(1).Write(_folder.File("recorder.json"));

        Assert.Equal("mine", File.ReadAllText(_folder.File("precious")));
        Assert.NotNull(RecorderNotes.TryRead(_folder.File("recorder.json")));
    }

    [Theory]
    [InlineData("now", "is being recorded by process", "kill -INT")]
    [InlineData("before", "exists already", "fathom extract")]
    [InlineData(null, "it cannot be determined whether it is that recorder", "ps -o lstart,args")]
    public void A_signal_is_advised_only_where_the_process_is_the_recorder(string? start, string told, string next)
    {
        File.CreateSymbolicLink(_folder.File("dotnet"), "/bin/sleep");
        using Process other = Process.Start(_folder.File("dotnet"), ["60"]);
        try
        {
            RawFolder raw = RawFolder.Create(Saved, replace: false);
            (Notes(other.Id) with { Start = start is null ? null : start == "now" ? RunningRecorder.StartOf(other.Id) : "5 earlier" }).Write(raw.PathOf(RawFolder.NotesFile));

            FathomException refused = Assert.Throws<FathomException>(() => RawFolder.Create(Saved, replace: false));

            Assert.Contains(told, refused.Message, StringComparison.Ordinal);
            Assert.StartsWith(next, refused.NextStep!.Replace("end it: ", "", StringComparison.Ordinal), StringComparison.Ordinal);
        }
        finally
        {
            other.Kill();
            other.WaitForExit();
        }
    }

    [Fact]
    public void A_recorder_that_is_not_seen_from_here_is_known_by_the_file_that_it_holds()
    {
        RawFolder raw = RawFolder.Create(Saved, replace: false);
        (Notes(NoProcess) with { Start = "5 here" }).Write(raw.PathOf(RawFolder.NotesFile));
        using (FileHold.Make(raw.PathOf(RawFolder.HeldFile)))
        {
            FathomException held = Assert.Throws<FathomException>(() => RawFolder.Create(Saved, replace: true));

            Assert.Contains("is being recorded by a process in another PID namespace, where its pid is 4194305.", held.Message, StringComparison.Ordinal);
            Assert.Contains("kill -INT 4194305", held.NextStep, StringComparison.Ordinal);
        }

        Assert.Contains("exists already", Assert.Throws<FathomException>(() => RawFolder.Create(Saved, replace: false)).Message, StringComparison.Ordinal);
    }

    private static RecorderNotes Notes(int processId) => new(RecorderNotes.CurrentVersion, "record", "fathom 1", processId, []);
}
