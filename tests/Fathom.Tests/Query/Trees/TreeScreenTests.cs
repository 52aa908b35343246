using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Trees;
using Fathom.Query.Trees;
using Fathom.Render.Formats;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Trees;

/// <summary>How a tree looks on a screen of 80 columns, and what programs get of it.</summary>
public sealed class TreeScreenTests
{
    private const string Json = "System.Text.Json.JsonSerializer.Serialize(class System.Object, class System.Type)";

    private const string Pool =
        "System.Threading.Thread.StartCallback;System.Threading.ThreadPoolWorkQueue.Dispatch;Shop.Web.Handlers.OrderHandler.Handle;";

    private static readonly string[] s_stacks =
    [
        $"clone3;libcoreclr.so!?;{Pool}Shop.Orders.Sell 300",
        $"{Pool}Shop.Orders.Sell;Shop.Orders+<Price>d__7.MoveNext;{Json};System.Text.Json.Utf8JsonWriter.Flush 420",
        $"{Pool}Shop.Orders.Fib;Shop.Orders.Fib;Shop.Orders.Fib 200",
        $"{Pool}Shop.Log.Write 5",
        "libclrjit.so!jitStartup 60", "(no stack) 10", "(GC) 5",
    ];

    [Theory]
    [InlineData("tree", null, false)]
    [InlineData("tree-all-frames", null, true)]
    [InlineData("callers", "Shop.Orders.Price", false)]
    [InlineData("callees", "Shop.Orders.Sell", false)]
    public void A_tree_fits_a_screen(string name, string? method, bool allFrames)
    {
        StackProfile profile = Profile();
        MethodMatch? match = method is null ? null : MethodMatch.Find(profile, "a.fathom", "--callers", "cpu", method);
        CallTree tree = match is null ? CallTree.TopDown(profile, allFrames)
            : name == "callers" ? CallTree.Callers(profile, match.IsMeant, allFrames)
            : CallTree.Callees(profile, match.IsMeant);
        TreeOptions options = new(TreeOptions.UsualShare, !allFrames, true, match is not null);
        IReadOnlyList<TreeLine> lines = new TreeLayout(profile, tree, options).Lines();
        ResultTable all = new TreeTable(TreeMeasure.Cpu, profile, match?.Name, isDrawn: true).Of(lines);
        ResultTable table = ColumnChoice.Parse(null, TreeMeasure.Cpu.Shape, isForPeople: true).Apply(all);
        using StringWriter text = new();

        ShapedResult shaped = new(new CommandResult("cpu", ["a.fathom"], table), 0, new LimitVerdict([], []));
        TableRenderer.Write(shaped, text, TableStyle.Plain with { Width = 80 });

        Assert.All(text.ToString().Split('\n'), static line => Assert.True(line.Length <= 80, line));
        Snapshot.Match(text.ToString(), $"screen-{name}.txt");
    }

    [Fact]
    public void Programs_get_names_numbers_and_what_is_folded()
    {
        StackProfile profile = Profile();
        TreeOptions options = new(0.05, false, false);
        IReadOnlyList<TreeLine> lines = new TreeLayout(profile, CallTree.TopDown(profile, false), options).Lines();

        Snapshot.Match(TwoRecordings.Csv(new TreeTable(TreeMeasure.Cpu, profile, null, isDrawn: false).Of(lines)), "tree-rows.csv");
    }

    [Theory]
    [InlineData("Orders.Pric", "No stack of 'a.fathom' has a method 'Orders.Pric' on it.", "--callers 'Shop.Orders.Price'")]
    [InlineData(
        "Zebra", "No stack of 'a.fathom' has a method 'Zebra' on it.", "the methods on stacks: fathom cpu a.fathom --tree --min-share 0%")]
    [InlineData("", "No stack of 'a.fathom' has a method '' on it.", "the methods on stacks: fathom cpu a.fathom --tree --min-share 0%")]
    public void A_method_that_is_on_no_stack_is_refused_with_what_is_near(string method, string sentence, string next)
    {
        FathomException refusal = Assert.Throws<FathomException>(() => MethodMatch.Find(Profile(), "a.fathom", "--callers", "cpu", method));

        Assert.Equal((sentence, next), (refusal.Message, refusal.NextStep));
    }

    private static StackProfile Profile()
    {
        List<TreeMethod> methods = [];
        List<int> frames = [];
        List<StackWeight> stacks = [];
        foreach (string line in s_stacks)
        {
            string[] names = line[..line.LastIndexOf(' ')].Split(';');
            int weight = int.Parse(line[(line.LastIndexOf(' ') + 1)..], null), start = frames.Count;
            foreach (string name in names)
            {
                int at = methods.FindIndex(method => name[0] == '(' ? method.Kind == Kind(name) : method.Name == name);
                if (at < 0)
                {
                    at = methods.Count;
                    methods.Add(name[0] == '(' ? new TreeMethod(null, null, null, Kind(name)) : Method(name));
                }

                frames.Add(at);
            }

            stacks.Add(new StackWeight(0, start, names.Length, names[0] == "clone3" ? 2 : 0, weight * 1e6, true, weight));
        }

        return new StackProfile(methods, [new TreeProcess("ShopApi", 4711)], [.. frames], [.. stacks]);
    }

    private static TreeFrameKind Kind(string name) => name == "(GC)" ? TreeFrameKind.Collection : TreeFrameKind.NoStack;

    private static TreeMethod Method(string name) => new(name, name.Split('!') is [var file, _] ? file : "a.dll", name switch
    {
        _ when name.StartsWith("Shop.", StringComparison.Ordinal) => "own",
        _ when name.StartsWith("System.", StringComparison.Ordinal) => "framework",
        _ => "native",
    })
    { Written = name == "Shop.Orders+<Price>d__7.MoveNext" ? "Shop.Orders.Price" : name };
}
