using System.Diagnostics;
using System.Globalization;
using Fathom.Capture.Actions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Actions;

/// <summary>A verb that is run in a process of its own; a script stands for Fathom.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class VerbRunTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(ThenKind.Stacks, "stacks pid:7 --save FILE --dac /dac --force --label a=b")]
    [InlineData(ThenKind.Snapshot, "heap pid:7 --save FILE --dac /dac --force --label a=b")]
    [InlineData(ThenKind.Dump, "dump pid:7 -o FILE --dac /dac --force --label a=b")]
    [InlineData(ThenKind.Recording, "record pid:7 --save FILE --duration 10s --force --label a=b")]
    public void Each_verb_has_the_words_that_it_takes(ThenKind kind, string words)
    {
        string file = _folder.File("made");

        Assert.Null(Script("echo \"$@\" > \"$4\"").Run(new ThenAction(kind, []), 7, file, CancellationToken.None));

        Assert.StartsWith(words.Replace("FILE", file, StringComparison.Ordinal), File.ReadAllText(file), StringComparison.Ordinal);
    }

    [Fact]
    public void Why_there_is_no_file_is_the_error_of_the_verb()
    {
        VerbRun verbs = Script("echo note: much >&2; echo 'error: It is gone.' >&2; exit 3");

        Assert.Equal("It is gone.", verbs.Run(new ThenAction(ThenKind.Stacks, []), 7, _folder.File("made"), CancellationToken.None));
    }

    [Fact]
    public void One_that_hangs_is_ended_where_it_has_a_limit()
    {
        VerbRun verbs = Script("exec sleep 600");

        string? why = verbs.Run(
            new ThenAction(ThenKind.Stacks, []), 7, _folder.File("made"), TimeSpan.FromMilliseconds(50), CancellationToken.None);

        Assert.Equal("It was ended after 0 s, the most that it has here.", why);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task One_that_does_not_end_is_killed_and_what_guards_its_work_is_not()
    {
        string file = _folder.File("made");
        VerbRun verbs = Script("trap '' TERM; sleep 600 & echo $! > \"$4\"; wait");
        using CancellationTokenSource stop = new();
        ThenAction stacks = new(ThenKind.Stacks, []);
        Task run = Task.Run(() => verbs.Run(stacks, 7, file, stop.Token), TestContext.Current.CancellationToken);
        Assert.True(SpinWait.SpinUntil(() => File.Exists(file) && File.ReadAllText(file).EndsWith('\n'), TimeSpan.FromSeconds(60)));

        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);

        using Process guard = Process.GetProcessById(int.Parse(File.ReadAllText(file), CultureInfo.InvariantCulture));
        Assert.False(guard.HasExited);
        guard.Kill();
    }

    private VerbRun Script(string text)
    {
        string script = _folder.File("script");
        File.WriteAllText(script, $"#!/bin/sh\n{text}\n");
        File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return new VerbRun([script], ["--force", "--label", "a=b"], ["--dac", "/dac"]);
    }
}
