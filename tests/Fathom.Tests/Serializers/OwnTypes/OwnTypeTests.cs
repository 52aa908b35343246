using Fathom.Serializers.Kit.Checking;
using Fathom.Serializers.Kit.OwnTypes;
using Fathom.Serializers.Kit.Protocol;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Serializers.OwnTypes;

public sealed class OwnTypeTests : IDisposable
{
    private const string Order = """
        {
          "customer": "C. Ustomer é 😀\n",
          "PRIORITY": null,
          "total": 12.50,
          "placed": "2024-02-03T04:05:06Z",
          "state": "shipped",
          "lines": [{ "article": "nut", "count": 3 }, { "Article": "bolt", "Count": 4 }],
          "stock": { "nut": 5 },
          "note": "x",
          "weather": "fine"
        }
        """;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_sample_is_made_into_objects_and_verified()
    {
        List<Message> answers = FromJson("OwnOrder", Order, "show");

        Message facts = answers[0], verdict = answers[1];
        Assert.Equal(("own-type", "json"), (facts.Verb, facts.Text("source")));
        Assert.Equal("1 values of the sample have no member and are left out: weather", facts.Fields.Last(static one => one.Key == "note").Value);
        Assert.Equal("ok", verdict.Text("outcome"));
        Assert.Equal(
            """{"LineCount":2,"Customer":"C. Ustomer \u00E9 \uD83D\uDE00\n","Priority":null,"Total":12.50,"Placed":"2024-02-03T04:05:06Z","State":1,"Lines":"""
            + """[{"Article":"nut","Count":3},{"Article":"bolt","Count":4}],"Stock":{"nut":5},"note":"x"}""",
            Sorted(answers.Single(static one => one.Verb == "output").Text("text")!));
    }

    [Fact]
    public void A_sample_that_is_an_array_is_a_list_of_the_type()
    {
        List<Message> answers = FromJson("OwnLine", """[{"article":"a","count":1},{"article":"b","count":2}]""", "show");

        Assert.Equal("""[{"Article":"a","Count":1},{"Article":"b","Count":2}]""", answers.Single(static one => one.Verb == "output").Text("text"));
    }

    [Theory]
    [InlineData("Make", 1)]
    [InlineData("Fathom.Tests.Serializers.OwnTypes.Samples.OwnOrder.Make", 1)]
    [InlineData("MakeMany", 2)]
    public void A_factory_makes_the_objects(string factory, int orders)
    {
        List<Message> answers = TestSession.Ask(TestSession.OwnType("OwnOrder", ("factory", factory)), "check", "show");

        Assert.Equal("ok", answers[1].Text("outcome"));
        Assert.Equal(orders, answers.Single(static one => one.Verb == "output").Text("text")!.Split("\"Customer\"").Length - 1);
    }

    [Fact]
    public void Without_sample_and_factory_the_members_are_filled_as_the_dials_say()
    {
        string[] hashes = [.. new[] { "42", "42", "43" }.Select(static seed =>
            TestSession.Ask(TestSession.OwnType("OwnWide", ("seed", seed), ("nesting", "1"), ("hash", "1")))[1].Text("sha256")!)];

        Assert.Equal(hashes[0], hashes[1]);
        Assert.NotEqual(hashes[0], hashes[2]);
    }

    [Fact]
    public void A_cycle_needs_references()
    {
        List<Message> answers = TestSession.Ask(TestSession.OwnType("OwnNode", ("factory", "MakeCycle")));

        Assert.Equal("1", answers[0].Text("cycles"));
        Assert.Equal(("failed", "no cycles, or settings that keep references"), (answers[1].Text("outcome"), answers[1].Text("needs")));
    }

    [Fact]
    public void A_case_that_was_bound_is_measured_as_any_other()
    {
        List<Message> answers = FromJson("OwnOrder", Order, "check\ncompress=1".Replace('\n', '\t'), "measure\top=deserialize\tlane=stream\tsamples=2\titerations=3");

        Assert.Equal(2, answers.Count(static one => one.Verb == "sample"));
        Assert.DoesNotContain(answers, static one => one.Verb == ProtocolWords.Failed);
    }

    [Fact]
    public void What_a_serializer_needs_is_said_with_its_own_reason()
    {
        string path = _folder.File("order.json");
        File.WriteAllText(path, Order);
        Message verdict = TestSession.Ask(new TestXmlAdapter(), TestSession.OwnType("OwnOrder", ("json", path)))[1];

        Assert.Equal("failed", verdict.Text("outcome"));
        Assert.Contains("OwnLine cannot be serialized because it does not have a parameterless constructor", verdict.Text("detail"), StringComparison.Ordinal);
        Assert.Equal("a public constructor without parameters on the class that is named", verdict.Text("needs"));
    }

    [Fact]
    public void What_the_declaration_of_a_class_lacks_comes_before_what_is_guessed_from_the_words()
    {
        InvalidOperationException said = new("OwnLine does not have a parameterless constructor");

        Assert.Equal("a constructor without parameters on OwnLine", OwnTypeNeeds.Of(said, "a constructor without parameters on OwnLine"));
        Assert.Equal("a public constructor without parameters on the class that is named", OwnTypeNeeds.Of(said, null));
        Assert.Equal("no cycles, or settings that keep references; [A] on B", OwnTypeNeeds.Of(new InvalidOperationException("a cycle"), "[A] on B"));
        Difference lost = new("Lines[0].Open", DifferenceKind.Lost, "1", "0");
        Assert.Equal("[JsonInclude] on the fields OwnLine.Open", OwnTypeNeeds.Of(lost, "[JsonInclude] on the fields OwnLine.Open"));
        Assert.Equal("[A] on B; attributes or a public setter, so that Lines[0].Open is written and read", OwnTypeNeeds.Of(lost, "[A] on B"));
        const string OfTuple = "IncludeFields, as what the tuples Drawing.Pair hold are fields";
        Assert.Equal(OfTuple, OwnTypeNeeds.Of(new Difference("Pair.Item1", DifferenceKind.Lost, "7", "0"), OfTuple));
        Assert.Equal(OfTuple, OwnTypeNeeds.Of(new Difference("Pair[3].Item2", DifferenceKind.Lost, "7", "0"), OfTuple));
        Assert.NotEqual(OfTuple, OwnTypeNeeds.Of(new Difference("Lines[0].Item", DifferenceKind.Lost, "7", "0"), OfTuple));
        Assert.Equal(
            "no cycles, or settings that keep references",
            OwnTypeNeeds.Of(new Difference("Next", DifferenceKind.Changed, "an object that another place shares", "an object of its own"), null));
    }

    [Theory]
    [InlineData("OwnOrdr", "{}", "there is no type 'OwnOrdr' in 'Fathom.Tests' -> did you mean Fathom.Tests.Serializers.OwnTypes.Samples.OwnOrder?")]
    [InlineData("OwnState", "{}", "'Fathom.Tests.Serializers.OwnTypes.Samples.OwnState' is a value type -> give a class that has a member of that type")]
    [InlineData(
        "OwnInterfaces", """{"Numbers":[1],"Items":[{}]}""",
        "interface member Items[0] of type IDisposable cannot be made from JSON -> declare it as a class that can be constructed, or give --factory with a method that makes the object")]
    [InlineData("OwnFactoryOnly", """{"Name":"a"}""", "OwnFactoryOnly () has no public constructor -> add one without parameters, or use --factory")]
    [InlineData("OwnOrder", """{"total":"much"}""", "total is \"much\" in the sample, which is not a Decimal -> change the value in the sample or the type of the member")]
    [InlineData("OwnOrder", """{"total":null}""", "total is null in the sample, but its type Decimal has no null -> make it Decimal?, or give it a value in the sample")]
    [InlineData("OwnOrder", """{"lines":{}}""", "lines is an object in the sample, but a List<OwnLine> is made from an array -> change the sample or the type of the member")]
    [InlineData(
        "OwnOrder", """{"lines":[{"article":"a"}]}""",
        "OwnLine (lines[0]) has no public constructor without parameters, and the sample has no 'Count' for the one with -> "
        + "add a constructor without parameters, add the value to the sample, or use --factory")]
    [InlineData("OwnOrder", "{\n  \"total\": 1,\n}", "the sample is not valid JSON at line 3, column 1: a name in double quotes should be here -> give a file that holds one JSON document")]
    public void What_cannot_be_made_names_the_member_the_reason_and_what_to_do(string type, string json, string expected) =>
        Assert.Equal(expected, Failure(FromJson(type, json)));

    [Theory]
    [InlineData("MakeNothing", "OwnOrder.MakeNothing returned null -> give a method that makes an object")]
    [InlineData("MakeTrouble", "OwnOrder.MakeTrouble threw InvalidOperationException: no data base -> give a method that makes an object")]
    [InlineData("MakeText", "OwnOrder.MakeText returns String -> give a method that returns OwnOrder or a collection of them")]
    [InlineData("Mke", "'Fathom.Tests.Serializers.OwnTypes.Samples.OwnOrder' has no static method 'Mke' without parameters -> did you mean Make?")]
    [InlineData(
        "Fathom.Tests.Serializers.OwnTypes.Samples.OwnOrdr.Make",
        "there is no class 'Fathom.Tests.Serializers.OwnTypes.Samples.OwnOrdr' in 'Fathom.Tests' -> did you mean Fathom.Tests.Serializers.OwnTypes.Samples.OwnOrder?")]
    public void A_factory_that_does_not_work_is_named(string factory, string expected) =>
        Assert.Equal(expected, Failure(TestSession.Ask(TestSession.OwnType("OwnOrder", ("factory", factory)))));

    [Fact]
    public void A_file_that_is_no_assembly_is_named()
    {
        string path = _folder.File("native.dll");
        File.WriteAllText(path, "ELF");

        Assert.Equal(
            $"'{path}' is not an assembly of .NET -> give the .dll that the project builds, not the program that starts it",
            Failure(TestSession.Ask(new Message("own-type").With("assembly", path).With("type", "A").Format())));
        Assert.Equal(
            $"there is no file '{path}.no' -> build the project and give the path of its .dll",
            Failure(TestSession.Ask(new Message("own-type").With("assembly", path + ".no").With("type", "A").Format())));
    }

    private static string Failure(List<Message> answers)
    {
        Message failure = Assert.Single(answers);
        Assert.Equal(("failed", "own-type"), (failure.Verb, failure.Text("kind")));
        return $"{failure.Text("message")} -> {failure.Text("next")}";
    }

    // Computed properties come first or last, as reflection has it.
    private static string Sorted(string json) => json.EndsWith(",\"LineCount\":2}", StringComparison.Ordinal)
        ? $"{{\"LineCount\":2,{json[1..^",\"LineCount\":2}".Length]}}}"
        : json.Replace(",\"LineCount\":2,", ",", StringComparison.Ordinal).Replace("{\"Customer\"", "{\"LineCount\":2,\"Customer\"", StringComparison.Ordinal);

    private List<Message> FromJson(string type, string json, params string[] more)
    {
        string path = _folder.File("sample.json");
        File.WriteAllText(path, json);
        return TestSession.Ask([TestSession.OwnType(type, ("json", path)), .. more]);
    }
}
