using System.Globalization;
using System.Text;
using Fathom.Model;
using Fathom.Model.Renaming;
using Fathom.Sources.Subjects;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Machine.Processes;
using Xunit;
using static Fathom.Tests.Sources.Machine.Processes.FakeProcess;

namespace Fathom.Tests.Sources.Subjects;

public sealed class SubjectResolverTests : IDisposable
{
    private readonly ProcTree _tree = new();

    public SubjectResolverTests()
    {
        _tree.Add(new FakeProcess(100) { Executable = "/srv/Shop", Arguments = ["/srv/Shop", "--port", "80"] });
        _tree.Add(Api(200, "--urls", "http://a"));
        _tree.Add(Api(201, "--urls", "http://b"));
        string bash = _tree.Add(new FakeProcess(300) { Comm = "bash", Maps = Map("r-xp", "/usr/bin/bash") });
        File.WriteAllText(Path.Combine(bash, "comm"), "bash\n");
        _tree.Add(new FakeProcess(400) { Executable = "/usr/bin/self-tool", Arguments = ["self-tool"], Maps = Map("r-xp", FakeProcess.Runtime) });
        File.CreateSymbolicLink(Path.Combine(_tree.Root, "self"), "400");
    }

    public void Dispose() => _tree.Dispose();

    [Theory]
    [InlineData("100", 100)]
    [InlineData("pid:201", 201)]
    [InlineData("shop", 100)]
    [InlineData("SHOP.DLL", 100)]
    [InlineData("name:Shop", 100)]
    [InlineData("sh?p", 100)]
    [InlineData("S*", 100)]
    public void A_process_is_found_by_number_name_and_pattern(string word, int pid)
    {
        ProcessSubject subject = Assert.IsType<ProcessSubject>(Resolve(word));

        Assert.Equal((word, pid), (subject.Word, subject.Process.Pid));
    }

    [Fact]
    public void A_process_is_found_by_the_name_that_a_rule_gives_it()
    {
        RenameRules rules = new([new("Api", ["http://b"], [], "Api B")]);

        ProcessSubject subject = Assert.IsType<ProcessSubject>(new SubjectResolver(_tree.Scanner(rules)).Resolve("api b"));

        Assert.Equal(201, subject.Process.Pid);
    }

    [Theory]
    [InlineData("", "core.1", false)]
    [InlineData("file:", "core.1", false)]
    [InlineData("file:", "100", false)]
    [InlineData("", "folder/", true)]
    public void A_file_is_found_by_its_path(string prefix, string name, bool isFolder)
    {
        Directory.CreateDirectory(Path.Combine(_tree.Folder, "folder"));
        if (!name.EndsWith('/'))
            File.WriteAllText(Path.Combine(_tree.Folder, name), "text");

        FileSubject subject = Assert.IsType<FileSubject>(Resolve(prefix + Path.Combine(_tree.Folder, name)));

        Assert.Equal((Path.Combine(_tree.Folder, name), isFolder ? FileFormats.Folder : FileFormats.Text), (subject.File.Path, subject.File.Format));
    }

    [Fact]
    public void A_program_or_folder_of_that_name_does_not_hide_a_process_but_a_dump_does()
    {
        string file = Path.Combine(Environment.CurrentDirectory, "hidden-shop");
        _tree.Add(new FakeProcess(600) { Executable = "/srv/hidden-shop", Arguments = ["hidden-shop"] });
        try
        {
            File.WriteAllBytes(file, FileBytes.All["program"]);
            Assert.Equal(
                "'hidden-shop' is taken as a process; write file:hidden-shop for the file of that name",
                Assert.IsType<ProcessSubject>(Resolve("hidden-shop")).Note);
            File.WriteAllBytes(file, FileBytes.All["core-x64"]);
            Assert.Null(Assert.IsType<FileSubject>(Resolve("hidden-shop")).Note);
            File.Delete(file);
            Directory.CreateDirectory(file);
            Assert.IsType<ProcessSubject>(Resolve("hidden-shop"));
        }
        finally
        {
            if (Directory.Exists(file))
                Directory.Delete(file);
            else
                File.Delete(file);
        }
    }

    [Fact]
    public void A_number_that_is_a_file_too_means_the_process_and_says_so()
    {
        string file = Path.Combine(Environment.CurrentDirectory, "100");
        File.WriteAllText(file, "text");
        try
        {
            Assert.Equal("'100' is taken as a process; write file:100 for the file of that name", Assert.IsType<ProcessSubject>(Resolve("100")).Note);
            Assert.IsType<FileSubject>(Resolve("file:100"));
            File.Move(file, file + "0");
            Assert.Equal("for the file of that name write file:1000", Refusal("1000").NextStep);
        }
        finally
        {
            File.Delete(file);
            File.Delete(file + "0");
        }
    }

    [Fact]
    public void A_file_of_another_kind_than_a_command_reads_is_refused()
    {
        string file = Path.Combine(_tree.Folder, "core");
        File.WriteAllText(file, "text");
        FileSubject subject = Assert.IsType<FileSubject>(Resolve(file));

        subject.Require(FileFormats.ElfCore, FileFormats.Text);
        Assert.Contains("is a text file", Assert.Throws<FathomException>(() => subject.Require(FileFormats.ElfCore)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Words_that_mean_no_process_end_with_a_sentence_and_a_next_step()
    {
        string[] words = ["999", "99999999999", "pid:x", "300", "bash", "shpo", "billing", "api", "Api.dll", "A*", "400", "self-tool", "name:", "/no/such/file"];
        StringBuilder text = new();
        foreach (string word in words)
        {
            FathomException e = Refusal(word);
            text.Append(CultureInfo.InvariantCulture, $"{word}: exit {(int)e.ExitCode}\n  {e.Message}\n");
            foreach (string line in e.Details)
                text.Append(CultureInfo.InvariantCulture, $"  {line}\n");
            text.Append(CultureInfo.InvariantCulture, $"  next: {e.NextStep}\n");
        }

        Snapshot.Match(text.ToString(), "no-process.txt");
    }

    [Fact]
    public void Of_many_processes_that_a_name_fits_twenty_are_listed()
    {
        for (int pid = 1000; pid < 1030; pid++)
            _tree.Add(Api(pid, new string('x', 200)));

        FathomException e = Assert.Throws<FathomException>(() => Resolve("api"));

        Assert.Equal("'api' matches 32 processes.", e.Message);
        Assert.Equal(21, e.Details.Count);
        Assert.Equal("and 12 more", e.Details[^1]);
        Assert.All(e.Details, line => Assert.InRange(line.Length, 1, 160));
    }

    [Fact]
    public void What_may_not_be_looked_into_is_refused_with_the_reason()
    {
        string process = _tree.Add(new FakeProcess(500) { Comm = "Secret", Maps = null, EffectiveUserId = 1000 });
        File.CreateSymbolicLink(Path.Combine(process, "mem"), "mem");
        Directory.CreateSymbolicLink(Path.Combine(_tree.Root, "thread-self"), Path.Combine(_tree.Root, "100"));
        File.WriteAllText(Path.Combine(_tree.Root, "100", "status"), "Uid:\t33\t33\t33\t33\nCapEff:\t0\n");

        FathomException e = Assert.Throws<FathomException>(() => Resolve("500"));

        Assert.Equal("Process 500 belongs to user alice, and this Fathom runs as 33 without CAP_SYS_PTRACE.", e.Message);
    }

    private static FakeProcess Api(int pid, params string[] arguments) => new(pid)
    {
        Executable = "/usr/bin/dotnet",
        Arguments = ["dotnet", "/srv/Api.dll", .. arguments],
        Maps = Map("r-xp", FakeProcess.Runtime) + Map("r--p", "/srv/Api.dll"),
    };

    private FathomException Refusal(string word)
    {
        try
        {
            Assert.Fail($"'{word}' means {Resolve(word)}.");
        }
        catch (FathomException e)
        {
            return e;
        }

        return null!;
    }

    private Subject Resolve(string word) => new SubjectResolver(_tree.Scanner()).Resolve(word);
}
