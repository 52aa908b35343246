using System.CommandLine;
using Fathom.Cli;
using Fathom.Cli.Commands.Serializers;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.Serializers.Plans;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Serializers;

/// <summary>The options of data: what they come to in a plan, and what is out of range.</summary>
public sealed class CaseOptionsTests
{
    private static readonly string[] s_all = ["--seed", "7", "--string-length", "1k", "--non-ascii", "100", "--entropy", "0", "--nulls", "30", "--nesting", "9"];

    [Fact]
    public void Every_dial_comes_into_each_case_and_into_the_request()
    {
        PlannedCase[] cases = Read(["--case", "bookshelf,log", "-n", "5", "--payload", "2", .. s_all]);

        Assert.Equal(["bookshelf", "log"], cases.Select(static one => one.Name));
        Assert.All(cases, static one => Assert.Equal("seed=7 string_length=1000 non_ascii_percent=100 entropy_percent=0 null_percent=30 nesting=9", one.DialText()));
        Assert.Equal(
            "case\tname=bookshelf\tn=5\tpayload=2\tseed=7\tstring_length=1000\tnon_ascii_percent=100\tentropy_percent=0\tnull_percent=30\tnesting=9\thash=1",
            cases[0].Request(hash: true).Format());
        Assert.Equal(0, cases[1].Dials.Payload);
    }

    [Fact]
    public void A_case_of_one_object_is_measured_once_and_says_so_whatever_the_numbers()
    {
        PlannedCase[] cases = Read(["--case", "region,bookshelf", "-n", "5,100", "--payload", "0,10"]);

        Assert.Equal(
            [("region", 1, 0), ("bookshelf", 5, 0), ("bookshelf", 5, 10), ("bookshelf", 100, 0), ("bookshelf", 100, 10)],
            cases.Select(static one => (one.Name, one.Dials.N, one.Dials.Payload)));
    }

    [Fact]
    public void One_case_without_a_name_has_the_payload_that_its_command_gives_it_unless_one_is_asked_for()
    {
        Assert.Equal(("bookshelf", 10), One([]));
        Assert.Equal(("bookshelf", 0), One(["--payload", "0"]));
        Assert.Equal(("bookshelf", 0), One(["--case", "bookshelf"]));

        static (string Name, int Payload) One(string[] words)
        {
            ProbeViewCommand command = new();
            CaseOptions options = new(command, [100], [], "all of them");
            PlannedCase one = Assert.Single(options.Read(command.Parse(words), takesOne: true, onePayload: 10));
            return (one.Name, one.Dials.Payload);
        }
    }

    [Fact]
    public void Numbers_for_cases_of_one_object_alone_are_refused()
    {
        FathomException refused = Assert.Throws<FathomException>(() => Read(["--case", "region,login", "-n", "5"]));

        Assert.Equal("'--objects 5' has no effect on 'region', 'login': each is one object.", refused.Message);
        Assert.Equal("--case bookshelf -n 5", refused.NextStep);
        Assert.Equal(2, Read(["--case", "region,login", "-n", "1"]).Length);
    }

    [Fact]
    public void Without_them_the_data_is_the_usual()
    {
        PlannedCase one = Assert.Single(Read(["--case", "log", "-n", "5"]));

        Assert.Equal("seed=42 string_length=16 non_ascii_percent=5 entropy_percent=50 null_percent=10 nesting=3", one.DialText());
        Assert.Empty(DialNotes.Of([one.DialText()]));
    }

    [Fact]
    public void Other_data_than_the_usual_is_said() => Assert.Equal(
        ["the data was generated with seed=7, null_percent=0", "the data was generated with nesting=4"],
        DialNotes.Of(
        [
            "seed=7 string_length=16 non_ascii_percent=5 entropy_percent=50 null_percent=0 nesting=3",
            "seed=42 string_length=16 non_ascii_percent=5 entropy_percent=50 null_percent=10 nesting=4",
        ]));

    [Theory]
    [InlineData("--string-length", "1000001", "is not a number from 0 to 1000000.")]
    [InlineData("--non-ascii", "101", "is not a number from 0 to 100.")]
    [InlineData("--entropy", "half", "is not a number from 0 to 100.")]
    [InlineData("--nulls", "-1", "is not a number from 0 to 100.")]
    [InlineData("--nesting", "1001", "is not a number from 0 to 1000.")]
    [InlineData("--payload", ",", "'--payload' has no number.")]
    public async Task What_is_out_of_range_is_refused_with_the_range_by_every_command_that_takes_a_case(string option, string value, string message)
    {
        foreach (string[] verb in new string[][] { ["serializers"], ["serializers", "show"], ["serializers", "scaling"], ["serializers", "start"] })
        {
            HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, [.. verb, $"{option}={value}"], TestContext.Current.CancellationToken);

            Assert.Equal(2, (int)run.Code);
            Assert.Contains(message, run.Error, StringComparison.Ordinal);
            Assert.Contains($"next: {option} ", run.Error, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("--nulls", "0")]
    [InlineData("--from-json", "a.json")]
    [InlineData("--case", "log")]
    public async Task A_measurement_that_is_gone_on_with_has_its_data_already(string option, string value)
    {
        HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["serializers", "--resume", "a.fathom", option, value], TestContext.Current.CancellationToken);

        Assert.Equal(2, (int)run.Code);
        Assert.Contains("'--resume' continues the plan that was begun", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_fresh_process_begins_with_one_case()
    {
        HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["serializers", "start", "--case", "bookshelf", "-n", "1,2"], TestContext.Current.CancellationToken);

        Assert.Equal(2, (int)run.Code);
        Assert.Contains("A fresh process starts with one case, and 2 were given.", run.Error, StringComparison.Ordinal);
    }

    private static PlannedCase[] Read(string[] words)
    {
        ProbeViewCommand command = new();
        CaseOptions options = new(command, [100], [], "all of them");
        return [.. options.Read(command.Parse(words), takesOne: false)];
    }
}
