using System.Reflection;
using System.Runtime.Loader;
using System.Text.Json;
using System.Text.Json.Serialization;
using Fathom.Serializers.Inference;
using Fathom.Serializers.Kit.Protocol;
using Fathom.TestSupport;
using Fathom.Tests.Serializers.OwnTypes;
using Xunit;

namespace Fathom.Tests.Serializers.Inference;

public sealed class InferredAssemblyTests
{
    private const int Documents = 60;

    private static readonly JsonSerializerOptions s_strict = new() { UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow };

    // One compilation for all of them: it is what takes time.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task Random_documents_come_back_whole_from_the_classes_that_were_made_for_them()
    {
        List<(string Json, InferredSource Source)> all = [];
        for (int i = 0; i < Documents; i++)
        {
            string json = new RandomJson((ulong)i).Document();
            using JsonDocument document = JsonDocument.Parse(json);
            all.Add((json, ClassInference.Infer(document.RootElement, $"Inferred{i}", "root")));
        }

        using InferredAssembly made = await InferredAssembly.CompileAsync([.. all.Select(static one => one.Source.Text)], "net10.0", TestContext.Current.CancellationToken);
        AssemblyLoadContext context = new("inferred", isCollectible: true);
        Assembly assembly = context.LoadFromAssemblyPath(made.File);
        foreach ((string json, InferredSource source) in all)
        {
            Type type = assembly.GetType(source.RootType)!;
            string again = JsonSerializer.Serialize(JsonSerializer.Deserialize(json, type, s_strict), type);
            using JsonDocument before = JsonDocument.Parse(json), after = JsonDocument.Parse(again);
            Assert.True(JsonEquality.Difference(before.RootElement, after.RootElement) is null, $"{JsonEquality.Difference(before.RootElement, after.RootElement)}\n{json}\n{again}\n{source.Text}");
        }

        context.Unload();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_was_inferred_is_measured_as_an_own_type()
    {
        const string Json = """[{ "user_name": "é", "at": "2024-02-03T04:05:06Z", "mixed": 1, "n": 1 }, { "user_name": null, "at": "2024-02-03T04:05:06Z", "mixed": { "a": ["x\n"] }, "n": 2.5 }]""";
        using TestFolder folder = new();
        string sample = folder.File("sample.json");
        await File.WriteAllTextAsync(sample, Json, TestContext.Current.CancellationToken);
        using JsonDocument document = JsonDocument.Parse(Json);
        InferredSource source = ClassInference.Infer(document.RootElement, "Inferred", "entry");
        using InferredAssembly made = await InferredAssembly.CompileAsync([source.Text], "net10.0", TestContext.Current.CancellationToken);

        List<Message> answers = TestSession.Ask(
            new Message("own-type").With("assembly", made.File).With("type", source.RootType).With("json", sample).With("json_text", 1).Format(), "show");

        Assert.Equal("ok", answers[1].Text("outcome"));
        Assert.Equal(
            """[{"user_name":"\u00E9","at":"2024-02-03T04:05:06Z","mixed":"1","n":1},{"user_name":null,"at":"2024-02-03T04:05:06Z","mixed":"{\u0022a\u0022:[\u0022x\\u000a\u0022]}","n":2.5}]""",
            answers.Single(static one => one.Verb == "output").Text("text"));
    }
}
