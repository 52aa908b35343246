using System.Text.Json;
using Fathom.Model;
using Fathom.Serializers.Inference;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Serializers.Inference;

public sealed class ClassInferenceTests
{
    [Fact]
    public void A_document_becomes_classes()
    {
        InferredSource source = Infer("""
            {
              "id": 7, "big": 5000000000, "price": 12.5, "exact": 0.1234567890123456789, "flag": true, "name": "a", "none": null,
              "created": "2024-02-03T04:05:06.123Z", "moved": "2024-02-03T04:05:06+01:00", "day": "2024-02-03",
              "sometimes": null,
              "lines": [{ "sku": "x", "count": 1 }, { "sku": "y", "count": 2.5, "gift": true }, { "sku": null, "count": 3 }],
              "tags": [], "scores": [1, null, 3], "grid": [[1], [2, 3]],
              "by_id": { "138": { "title": "t" }, "139": { "title": "u", "left": 1 } },
              "owner": { "name": "o", "id": 1 }
            }
            """);

        Snapshot.Match(source.Text, "inferred-classes.txt");
        Assert.Equal("Inferred.Order", source.RootType);
    }

    [Fact]
    public void Names_that_are_none_in_CSharp_or_clash_are_made_anew()
    {
        InferredSource source = Infer("""
            {
              "": 1, "2nd": 1, "user-name": 1, "user_name": 1, "UserName": 1, "order": 1, "class": 1, "to_string": 1, "get-type": 1, "$type": 1, "naïve": 1, "語": 1, "a\"b\\": 1, "😀": 1,
              "date_time": { "order": { "a": 1 } }, "list": { "x": [] }, "address": { "a": 1 }, "Address": { "b": 1 }, "addresses": [{ "c": 1 }], "analyses": [{ "d": 1 }]
            }
            """);

        Snapshot.Match(source.Text, "inferred-names.txt");
    }

    [Fact]
    public void Values_of_several_sorts_are_a_text_with_a_note()
    {
        InferredSource source = Infer("""{ "a": [1, "x"], "b": [{ "c": 1 }, { "c": {} }], "d": [1, 2.5] }""");

        Assert.Contains("public List<string> A ", source.Text, StringComparison.Ordinal);
        Assert.Contains("public string C ", source.Text, StringComparison.Ordinal);
        Assert.Contains("public List<double> D ", source.Text, StringComparison.Ordinal);
        Assert.Equal(["a[] has values of several sorts: it is a text that holds the JSON", "b[].c has values of several sorts: it is a text that holds the JSON"], source.Notes);
    }

    [Fact]
    public void What_a_document_does_not_say_is_decided_with_a_note()
    {
        InferredSource source = Infer("""{ "none": null, "tags": [], "at": ["2024-02-03", "2024-02-03T04:05:06+01:00"], "by_id": { "1": { "x": 1 }, "2": { "x": 2 } }, "sure": 1 }""");

        Assert.Equal(
            [
                "none is null everywhere: it is a text that may be null",
                "tags[] is never present, as the array is empty: it is a text",
                "at[] has dates with and without an offset: it is a text",
                "by_id is a dictionary, as its names all start with a digit",
            ],
            source.Notes);
    }

    [Fact]
    public void An_array_is_measured_by_its_elements()
    {
        InferredSource source = Infer("""[{ "a": 1 }, { "b": 2 }]""");

        Assert.Contains("public int? A ", source.Text, StringComparison.Ordinal);
        Assert.Contains("public int? B ", source.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("1")]
    [InlineData("[]")]
    [InlineData("[1, 2]")]
    [InlineData("[{}, 1]")]
    [InlineData("null")]
    public void A_document_without_objects_is_refused(string json) => Assert.Equal("The sample holds no object to make a class of.", Assert.Throws<FathomException>(() => Infer(json)).Message);

    [Theory]
    [InlineData("0", "int")]
    [InlineData("-2147483648", "int")]
    [InlineData("2147483648", "long")]
    [InlineData("-0", "double")]
    [InlineData("1.0", "double")]
    [InlineData("0.1", "double")]
    [InlineData("1e300", "double")]
    [InlineData("9223372036854775808", "decimal")]
    [InlineData("0.30000000000000000001", "decimal")]
    [InlineData("123456789012345678901234567890123", "double")]
    [InlineData("1, 2.5", "double")]
    [InlineData("9007199254740993, 2.5", "decimal")]
    [InlineData("2.5, 9007199254740993", "decimal")]
    [InlineData("9007199254740993, 1e300", "double")]
    [InlineData("0.30000000000000000001, 1e300", "double")]
    [InlineData("1, 5000000000", "long")]
    public void A_number_has_the_narrowest_type_that_keeps_its_digits(string numbers, string type) =>
        Assert.Contains($"public List<{type}> V ", Infer($$"""{ "v": [{{numbers}}] }""").Text, StringComparison.Ordinal);

    [Fact]
    public void A_number_that_no_type_holds_is_a_text_with_a_note()
    {
        InferredSource source = Infer("""{ "a": 1e400, "b": [1, -1e999] }""");

        Assert.Contains("public string A ", source.Text, StringComparison.Ordinal);
        Assert.Contains("public List<string> B ", source.Text, StringComparison.Ordinal);
        Assert.Equal(
            ["a has a number that is too large for any type: it is a text that holds the JSON", "b[] has a number that is too large for any type: it is a text that holds the JSON"],
            source.Notes);
    }

    [Fact]
    public void Half_of_a_surrogate_pair_is_a_text_and_no_name()
    {
        Assert.Contains("public string A ", Infer("""{ "a": "x\ud800y" }""").Text, StringComparison.Ordinal);
        Assert.Equal(
            @"A name in the sample has half of a surrogate pair (\ud800 to \udfff), which no member name can have.",
            Assert.Throws<FathomException>(static () => Infer("""{ "a\ud800": 1 }""")).Message);
    }

    [Fact]
    public void Depth_has_a_limit_far_above_that_of_readers()
    {
        Assert.Contains("class X2", Infer(Nested(100)).Text, StringComparison.Ordinal);
        Assert.Equal("The sample is nested deeper than 500, which no serializer accepts.", Assert.Throws<FathomException>(static () => Infer(Nested(10_000))).Message);

        static string Nested(int depth) => string.Concat(Enumerable.Repeat("""{"x":""", depth)) + "1" + new string('}', depth);
    }

    [Fact]
    public void Names_that_differ_in_case_are_two_members()
    {
        string text = Infer("""{ "a": 1, "A": "x" }""").Text;

        Assert.Contains("public int A ", text, StringComparison.Ordinal);
        Assert.Contains("public string A2 ", text, StringComparison.Ordinal);
    }

    private static InferredSource Infer(string json)
    {
        using JsonDocument document = JsonDocument.Parse(json, new JsonDocumentOptions { MaxDepth = int.MaxValue });
        return ClassInference.Infer(document.RootElement, "Inferred", "order");
    }
}
