using System.Diagnostics;
using System.Globalization;
using Fathom.Capture.Recording;
using Fathom.Files;
using Fathom.Model;
using Fathom.TestSupport;
using Microsoft.Win32.SafeHandles;
using Xunit;

namespace Fathom.Tests.Capture.Recording;

/// <summary>Which processes are taken for flight recorders of this user. A shell that holds the file, named as Fathom is, stands for one.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class RunningRingTests : IDisposable
{
    private const string Holds = "exec 3<\"$0/recorder.lock\"; echo ready; read line";

    // The signal ends what it reads, and not the shell at once.
    private const string Waits = "trap \"sleep 20\" USR2; ";

    private readonly TestFolder _folder = new();
    private readonly List<Process> _started = [];

    public void Dispose()
    {
        foreach (Process process in _started)
        {
            process.Kill();
            process.WaitForExit();
            process.Dispose();
        }

        _folder.Dispose();
    }

    [Fact]
    public void One_is_found_by_pid_by_name_and_by_path()
    {
        Process recorder = Start("slow", ringNs: 60);
        string pid = recorder.Id.ToString(CultureInfo.InvariantCulture);

        foreach (string word in (string[])[pid, "slow", "slow.fathom", "slow.raw", _folder.File("slow.fathom"), _folder.File("slow.raw")])
            Assert.Equal(new RunningRing(recorder.Id, _folder.File("slow.raw")), RunningRing.Find(word));
        Assert.Equal(_folder.File("slow.fathom"), RunningRing.Find(pid).Recording);
    }

    [Fact]
    public void Of_several_none_is_chosen()
    {
        Start("one", ringNs: 60);
        Start("two", ringNs: 60);

        FathomException several = Assert.Throws<FathomException>(() => RunningRing.Find(null));

        Assert.Contains("flight recorders run: process ", several.Message, StringComparison.Ordinal);
        Assert.StartsWith("name one: fathom save ", several.NextStep, StringComparison.Ordinal);
    }

    [Fact]
    public void A_recorder_without_a_ring_keeps_all_and_one_that_has_ended_is_none()
    {
        Process whole = Start("whole", ringNs: null), ended = Start("ended", ringNs: 60);
        ended.Kill();
        ended.WaitForExit();

        FathomException keeps = Assert.Throws<FathomException>(() => RunningRing.Find("whole"));
        FathomException none = Assert.Throws<FathomException>(() => RunningRing.Find("ended"));

        Assert.Equal($"Process {whole.Id} records without --ring: all that it recorded is in '{_folder.File("whole.fathom")}' when it ends.", keeps.Message);
        Assert.Equal("'ended' is no running flight recorder of this user.", none.Message);
        Assert.Equal(ExitCode.Target, none.ExitCode);
    }

    [Fact]
    public void Of_several_with_a_name_each_is_found_by_its_path_only_also_through_a_link()
    {
        Directory.CreateDirectory(_folder.File("a"));
        Directory.CreateDirectory(_folder.File("b"));
        Directory.CreateSymbolicLink(_folder.File("link"), _folder.File("b"));
        Process first = Start("a/twin", ringNs: 60), second = Start("b/twin", ringNs: 60);

        FathomException several = Assert.Throws<FathomException>(() => RunningRing.Find("twin"));

        Assert.StartsWith("'twin' is the name of 2 flight recorders: process ", several.Message, StringComparison.Ordinal);
        Assert.Contains($"'{_folder.File("a/twin.fathom")}'", several.Message, StringComparison.Ordinal);
        Assert.Contains($"'{_folder.File("b/twin.fathom")}'", several.Message, StringComparison.Ordinal);
        Assert.Equal(first.Id, RunningRing.Find(_folder.File("a/twin")).ProcessId);
        Assert.Equal(new RunningRing(second.Id, _folder.File("b/twin.raw")), RunningRing.Find(_folder.File("link/twin.fathom")));
        Assert.Equal(second.Id, RunningRing.Find(_folder.File("b/twin.raw/")).ProcessId);
    }

    // As one with CAP_PERFMON: its descriptors are hidden from its own user.
    [Fact]
    public void One_that_may_not_be_looked_at_is_known_by_its_folder_and_the_lock_in_it()
    {
        Process recorder = Start("hidden", ringNs: 60);
        string path = _folder.File("hidden.fathom"), pid = recorder.Id.ToString(CultureInfo.InvariantCulture);

        // Nobody has the lock that the notes speak of.
        FathomException none = Assert.Throws<FathomException>(() => RunningRing.Find(path, static _ => null));
        Assert.Contains("cannot be looked at: give the path of its recording", none.NextStep, StringComparison.Ordinal);

        using SafeFileHandle held = RegularFile.OpenForWriting(_folder.File("hidden.raw/" + RawFolder.HeldFile));
        Assert.True(FileHold.TryTake(held));
        Assert.Equal(new RunningRing(recorder.Id, _folder.File("hidden.raw")), RunningRing.Find(path, static _ => null));
        FathomException unseen = Assert.Throws<FathomException>(() => RunningRing.Find(pid, static _ => null));
        Assert.StartsWith($"Process {pid}, a fathom of this user, cannot be looked at", unseen.Message, StringComparison.Ordinal);
        Assert.Contains($"kill -USR2 {pid} saves too", unseen.NextStep, StringComparison.Ordinal);
        FathomException only = Assert.Throws<FathomException>(() => RunningRing.Find(null, static _ => null));
        Assert.Contains("cannot be looked at", only.Message, StringComparison.Ordinal);
    }

    // It says the truth about itself, and is another user's.
    [Fact]
    public void Nobody_elses_files_and_processes_are_believed()
    {
        Needs.Root();
        Process stranger = Start("theirs", ringNs: 60, "setpriv --reuid=4711 --regid=4711 --clear-groups ");

        Assert.Throws<FathomException>(() => RunningRing.Find("theirs"));
        Assert.Throws<FathomException>(() => RunningRing.Find(stranger.Id.ToString(CultureInfo.InvariantCulture)));
    }

    // SIGUSR2 ends who has no handler for it.
    [Fact]
    public void Who_does_not_wait_for_the_signal_gets_none()
    {
        Process recorder = Start("slow", ringNs: 60);
        File.WriteAllText(_folder.File("slow.raw/" + SaveBook.FileName), "");

        FathomException refused = Assert.Throws<FathomException>(() => SaveRequest.Ask(
            RunningRing.Find("slow"), new Progress<Fathom.Model.Recording.Progress>(), TestContext.Current.CancellationToken));

        Assert.Contains("takes no request", refused.Message, StringComparison.Ordinal);
        Assert.False(recorder.HasExited);
    }

    // It catches the signal, and never saves.
    [Theory]
    [InlineData("STOP", "was stopped or frozen after it was asked; it saves when it goes on.", "kill -CONT ")]
    [InlineData("KILL", "ended before it saved.", "fathom info ")]
    public void Who_waits_is_told_when_the_recorder_stands_still_or_ends(string signal, string message, string next)
    {
        Process recorder = Start("slow", ringNs: 60, first: Waits);
        File.WriteAllText(_folder.File("slow.raw/" + SaveBook.FileName), "");
        // It is told of the waiting when the recorder was asked.
        Told asked = new(() => Process.Start("kill", [$"-{signal}", recorder.Id.ToString(CultureInfo.InvariantCulture)]).WaitForExit());

        FathomException told = Assert.Throws<FathomException>(() => SaveRequest.Ask(
            RunningRing.Find("slow"), asked, TestContext.Current.CancellationToken));

        Assert.Contains(message, told.Message, StringComparison.Ordinal);
        Assert.StartsWith(next, told.NextStep, StringComparison.Ordinal);
    }

    private Process Start(string name, long? ringNs, string by = "", string first = "")
    {
        RawFolder raw = RawFolder.Create(_folder.File(name + ".fathom"), replace: false);
        string lockFile = raw.PathOf(RawFolder.HeldFile), program = _folder.File(name + "-bin");
        File.WriteAllText(lockFile, "");
        Directory.CreateDirectory(program);
        File.Copy("/bin/sh", Path.Combine(program, "fathom"));
        if (by.Length > 0)
        {
            foreach (string folder in (string[])[_folder.Path, raw.Path])
                File.SetUnixFileMode(folder, File.GetUnixFileMode(folder) | UnixFileMode.OtherRead | UnixFileMode.OtherExecute);
            File.SetUnixFileMode(lockFile, File.GetUnixFileMode(lockFile) | UnixFileMode.OtherRead);
        }

        ProcessStartInfo start = new("/bin/sh", ["-c", $"exec {by}\"$1\" -c '{first}{Holds}' \"$0\"", raw.Path, Path.Combine(program, "fathom")])
        {
            RedirectStandardInput = true, RedirectStandardOutput = true,
        };
        Process process = Process.Start(start)!;
        _started.Add(process);
        Assert.Equal("ready", process.StandardOutput.ReadLine());
        new RecorderNotes(RecorderNotes.CurrentVersion, "record", "fathom 1", process.Id, [])
        {
            RingNs = ringNs, Start = RunningRecorder.StartOf(process.Id),
        }.Write(raw.PathOf(RawFolder.NotesFile));
        return process;
    }

    private sealed class Told(Action onReport) : IProgress<Fathom.Model.Recording.Progress>
    {
        public void Report(Fathom.Model.Recording.Progress value) => onReport();
    }
}
