using Fathom.Model;
using Fathom.Model.Renaming;
using Fathom.Sources.Renaming;
using Fathom.TestSupport;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Fathom.Tests.Sources.Renaming;

public sealed class RenameFileTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("fathom-rename-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void The_documented_example_reads_as_documented()
    {
        RenameRules rules = Load(
            """
            # executable [: conditions] -> new name
            w3wp   : First & !Not                -> NewW3wp
            host   : --role billing              -> Billing
            host   : http://localhost:80         -> Front

            host   : "a & b" & !"-> x"           -> Odd one
            worker.exe                           -> Background worker
            """);

        Assert.Equal(
            [
                "w3wp|First|Not|NewW3wp",
                "host|--role billing||Billing",
                "host|http://localhost:80||Front",
                "host|a & b|-> x|Odd one",
                "worker|||Background worker",
            ],
            rules.Rules.Select(Show));
    }

    [Fact]
    public void The_document_has_the_example_that_the_test_reads()
    {
        string document = File.ReadAllText(Path.Combine(Repository.Root, "docs", "rename.md"));

        Assert.Contains("host   : \"a & b\" & !\"-> x\"           -> Odd one", document, StringComparison.Ordinal);
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void The_earlier_tools_example_renames_as_it_did_there()
    {
        RenameRules rules = RenameFile.Load(Path.Combine(Needs.DataFolder(), "memory", "memanalyzer", "ExampleProcessRenameFile.xml"));

        Assert.Equal(["w3wp|First|Not|NewW3wp"], rules.Rules.Select(Show));
        Assert.Equal("NewW3wp", rules.Apply("w3wp", ["w3wp"], "w3wp.exe -first"));
        Assert.Equal("w3wp", rules.Apply("w3wp", ["w3wp"], "w3wp.exe -first -not"));
        Assert.Equal("w3wp", rules.Apply("w3wp", ["w3wp"], "w3wp.exe"));
    }

    [Fact]
    public void Empty_lists_and_texts_in_xml_are_no_condition()
    {
        RenameRules rules = Load(
            """
            <ProcessRenamer><ProcessRenamers>
              <RenameRule><ExeName>a.exe</ExeName><NotCmdLineSubstrings><string></string></NotCmdLineSubstrings><NewExeName>b</NewExeName></RenameRule>
            </ProcessRenamers></ProcessRenamer>
            """);

        Assert.Equal(["a|||b"], rules.Rules.Select(Show));
    }

    [Theory]
    [InlineData("no-arrow", "host : --x")]
    [InlineData("no-executable", ": --x -> y")]
    [InlineData("no-new-name", "# first\n\nhost : --x ->  ")]
    [InlineData("empty-condition", "host : --x & -> y")]
    [InlineData("empty-forbidden", "host : ! -> y")]
    [InlineData("open-quote", "host : \"--x -> y")]
    [InlineData("xml-broken", "<ProcessRenamer>\n<ProcessRenamers></ProcessRenamer>")]
    [InlineData("xml-root", "<Renamer/>")]
    [InlineData("xml-unknown", "<ProcessRenamer><ProcessRenamers>\n<RenameRule><ExeName>a</ExeName>\n<CmdLineSubstring/></RenameRule></ProcessRenamers></ProcessRenamer>")]
    [InlineData("xml-no-name", "<ProcessRenamer><ProcessRenamers><RenameRule><ExeName>a</ExeName></RenameRule></ProcessRenamers></ProcessRenamer>")]
    [InlineData("xml-entity", "<!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><ProcessRenamer>&x;</ProcessRenamer>")]
    public void A_wrong_rule_is_refused_with_file_and_line(string name, string text)
    {
        FathomException e = Assert.Throws<FathomException>(() => Load(text));

        Assert.Equal(ExitCode.Target, e.ExitCode);
        Snapshot.Match($"{e.Message}\n{e.NextStep}\n".Replace(_folder, "/rules", StringComparison.Ordinal), $"rename-{name}.txt");
    }

    [Fact]
    public void A_file_that_does_not_exist_is_refused() =>
        Assert.Contains("'/no/such/rules' cannot be read", Assert.Throws<FathomException>(() => RenameFile.Load("/no/such/rules")).Message, StringComparison.Ordinal);

    [Fact]
    public void A_file_that_is_too_long_for_rules_is_refused()
    {
        FathomException e = Assert.Throws<FathomException>(() => Load(new string('#', 2 * 1024 * 1024)));

        Assert.Contains("longer than 1,048,576 characters", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_a_given_file_the_users_own_rules_count()
    {
        Dictionary<string, string> variables = new() { ["HOME"] = _folder };
        RenameRules Default() => RenameFile.LoadGivenOrDefault(null, variables.GetValueOrDefault);

        Assert.Empty(Default().Rules);
        Write(".config", "a -> b");
        Assert.Equal(["a|||b"], Default().Rules.Select(Show));

        variables["XDG_CONFIG_HOME"] = "relative";
        Assert.Equal(["a|||b"], Default().Rules.Select(Show));
        variables["XDG_CONFIG_HOME"] = Path.Combine(_folder, "own");
        Assert.Empty(Default().Rules);
        Write("own", "c -> d");
        Assert.Equal(["c|||d"], Default().Rules.Select(Show));
    }

    [Fact]
    public void Any_text_gives_rules_or_a_clean_error() => Prop.ForAll(
        ArbMap.Default.ArbFor<NonNull<string>>(),
        text =>
        {
            try
            {
                Load(text.Get);
            }
            catch (FathomException)
            {
                // The only exception that bad input may end in.
            }
        }).QuickCheckThrowOnFailure();

    private static string Show(RenameRule rule) => $"{rule.Executable}|{string.Join(',', rule.Required)}|{string.Join(',', rule.Forbidden)}|{rule.NewName}";

    private RenameRules Load(string text)
    {
        string file = Path.Combine(_folder, "rules");
        File.WriteAllText(file, text);
        return RenameFile.Load(file);
    }

    private void Write(string configFolder, string text)
    {
        string folder = Directory.CreateDirectory(Path.Combine(_folder, configFolder, "fathom")).FullName;
        File.WriteAllText(Path.Combine(folder, "rename.txt"), text);
    }
}
