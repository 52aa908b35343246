using Fathom.Serializers.Kit.Protocol;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Serializers.OwnTypes;

/// <summary>Own classes and documents that are seldom: each has a clear outcome.</summary>
public sealed class OwnTypeEdgeTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("""{"Marks":[1,2],"Names":["a"],"ById":{"x":1},"Numbers":[3,4]}""", "ok", "")]
    [InlineData("""{"Marks":[]}""", "ok", "")]
    [InlineData("""{"Marks":[1],"States":{"y":"shipped"}}""", "refused", "ReadOnlyDictionary")]
    [InlineData("""{"Numbers":[]}""", "failed", "default instance of ImmutableArray")]
    public void Immutable_collections_are_made_read_and_compared(string json, string outcome, string detail)
    {
        List<Message> answers = FromJson("OwnEdges", json);

        Assert.Equal("own-type", answers[0].Verb);
        Assert.Equal(outcome, answers[1].Text("outcome"));
        Assert.Contains(detail, answers[1].Text("detail"), StringComparison.Ordinal);
    }

    [Fact]
    public void An_array_that_was_never_set_is_counted_hashed_and_compared_without_being_asked_for_elements()
    {
        List<Message> answers = TestSession.Ask(new TestContractAdapter(), TestSession.OwnType("OwnEdges", ("factory", "MakeSequence"), ("hash", "1")));

        Assert.Equal("own-type", answers[0].Verb);
        Assert.DoesNotContain(answers, static one => one.Text("detail")?.Contains("NullReference", StringComparison.Ordinal) == true);
    }

    [Theory]
    [InlineData("MakeExpression")]
    [InlineData("MakeDerived")]
    public void What_the_compiler_makes_of_a_collection_expression_is_compared_by_its_elements(string factory)
    {
        Message verdict = TestSession.Ask(TestSession.OwnType("OwnEdges", ("factory", factory)))[1];

        Assert.DoesNotContain("ReadOnlyArray", verdict.Text("detail"), StringComparison.Ordinal);
        if (factory == "MakeExpression")
            Assert.Equal(("ok", ""), (verdict.Text("outcome"), verdict.Text("detail")));
    }

    [Theory]
    [InlineData("OwnPage<OwnLine>", """{"items":[{"article":"a","count":1}],"next":2}""", "OwnPage<OwnLine> of")]
    [InlineData("Fathom.Tests.Serializers.OwnTypes.Samples.OwnPage<Dictionary<string, int[]>>", """{"items":[{"a":[1]}]}""", "OwnPage<Dictionary<String, Int32[]>> of")]
    [InlineData("OwnPage<int?>", """{"items":[1,null]}""", "OwnPage<Int32?> of")]
    public void A_generic_class_is_named_with_what_it_is_made_of(string type, string json, string description)
    {
        List<Message> answers = FromJson(type, json);

        Assert.Equal("own-type", answers[0].Verb);
        Assert.StartsWith(description, answers[0].Text("description"), StringComparison.Ordinal);
        Assert.Equal("ok", answers[1].Text("outcome"));
    }

    [Theory]
    [InlineData("OwnPage`1", "'Fathom.Tests.Serializers.OwnTypes.Samples.OwnPage`1' is generic -> name its type arguments: Fathom.Tests.Serializers.OwnTypes.Samples.OwnPage<int>")]
    [InlineData("OwnPage<OwnLin>", "there is no type 'OwnLin' in 'Fathom.Tests' -> did you mean Fathom.Tests.Serializers.OwnTypes.Samples.OwnLine?")]
    [InlineData("OwnPage<int", "'OwnPage<int' has a '<' and does not end with '>' -> write it as Namespace.Type<Namespace.Other>")]
    public void A_generic_class_that_cannot_be_found_is_named(string type, string expected) => Assert.Equal(expected, Failure(FromJson(type, "{}")));

    [Fact]
    public void Names_that_differ_in_case_are_two_members()
    {
        List<Message> answers = FromJson("OwnCases", """{"A":2,"a":1}""", "", "show");

        Assert.Equal("""{"a":1,"A":2}""", answers.Single(static one => one.Verb == "output").Text("text"));
    }

    [Fact]
    public void A_number_that_is_too_large_for_its_member_is_named() => Assert.Equal(
        "Large is 1e400 in the sample, which is not a Double -> change the value in the sample or the type of the member", Failure(FromJson("OwnEdges", """{"Large":1e400}""")));

    [Fact]
    public void Half_of_a_surrogate_pair_is_changed_and_the_text_is_shown()
    {
        Message verdict = FromJson("OwnNode", """{"Name":"a\ud800b"}""")[1];

        Assert.Equal(("changed", "Name: \"a\\ud800b\" came back as \"a\\ufffdb\""), (verdict.Text("outcome"), verdict.Text("detail")));
    }

    [Fact]
    public void Depth_that_is_too_much_is_not_taken_for_a_cycle()
    {
        string json = string.Concat(Enumerable.Repeat("""{"Name":"a","Parent":""", 100)) + "null" + new string('}', 100);

        Message verdict = FromJson("OwnNode", json)[1];

        Assert.Equal("failed", verdict.Text("outcome"));
        Assert.StartsWith("less depth than the 101 objects in each other, or a larger limit in its settings", verdict.Text("needs"), StringComparison.Ordinal);
    }

    [Fact]
    public void A_derived_class_is_to_be_declared()
    {
        Message verdict = TestSession.Ask(TestSession.OwnType("OwnEdges", ("factory", "MakeDerived")))[1];

        Assert.Equal(
            ("lost", "OwnLeaf to be declared where its base class stands ([JsonDerivedType], [KnownType], [XmlInclude]), or settings that write type names"),
            (verdict.Text("outcome"), verdict.Text("needs")));
    }

    [Fact]
    public void A_type_that_a_serializer_knows_nothing_of_needs_another_type_and_no_attributes()
    {
        Message verdict = TestSession.Ask(new TestContractAdapter(), TestSession.OwnType("OwnEdges", ("factory", "MakeIterator")))[1];

        Assert.DoesNotContain("attributes or a public setter", verdict.Text("needs"), StringComparison.Ordinal);
    }

    private static string Failure(List<Message> answers)
    {
        Message failure = Assert.Single(answers);
        return $"{failure.Text("message")} -> {failure.Text("next")}";
    }

    private List<Message> FromJson(string type, string json, string fields = "", params string[] more)
    {
        string path = _folder.File("sample.json");
        File.WriteAllText(path, json);
        return TestSession.Ask([TestSession.OwnType(type, ("json", path)) + fields, .. more]);
    }
}
