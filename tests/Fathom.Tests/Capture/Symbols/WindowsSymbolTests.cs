using System.Net;
using Fathom.Capture.Symbols;
using Fathom.Model.Recording;
using Fathom.Sources.Traces.Etl;
using Fathom.Sources.Traces.Rows;
using Fathom.Storage.Recordings;
using Fathom.Storage.Stacks;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Formats.WindowsPdb;
using Xunit;

namespace Fathom.Tests.Capture.Symbols;

/// <summary>Names of native frames of Windows traces, from PDBs in folders of symbols and from servers.</summary>
public sealed class WindowsSymbolTests : IDisposable
{
    private const string Pdb = "shop.pdb";
    private const ulong Start = 0x7FF0_0000;
    private const ulong Kernel = 0xFFFF_F800_0000_0000;
    private const int Pid = 700;
    private const int Tid = 704;

    private static readonly Guid s_shop = new("686a345a-fba2-fbb6-4c4c-44205044422e");
    private static readonly Guid s_kernel = new("11112222-3333-4444-5555-666677778888");

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("shop.pdb/686A345AFBA2FBB64C4C44205044422E1/shop.pdb")]
    [InlineData("shop.pdb/686a345afba2fbb64c4c44205044422e1/shop.pdb")]
    [InlineData("shop.pdb")]
    public void Frames_of_programs_and_of_the_kernel_get_the_names_of_their_PDBs(string place)
    {
        Keep(place, PdbFiles.Shop);
        Keep("ntkrnlmp.pdb", new PdbWriter { Names = { ("KeWaitForSingleObject", 1, 0x10), ("?Wait@@YAXXZ", 1, 0x40) } }.Build());

        string path = Extract("with", [Symbols]);

        Assert.Equal(["ntoskrnl.exe!KeWaitForSingleObject", "shop.dll!shop::Till::Sum", "shop.dll!run_shop", "shop.dll!?"], Assert.Single(Stacks(path)));
        RecordedImage[] images = Images(path);
        Assert.Equal(
            [("ntoskrnl.exe", "ntkrnlmp.pdb", true, "its PDB has public names only, and none covers them"), ("shop.dll", Pdb, true, "no symbol of its PDB covers them")],
            images.Select(static image => (image.Name, image.SymbolFile, image.IsComplete, image.Reason)).OrderBy(static image => image.Name));
    }

    [Fact]
    public void A_recording_gets_the_names_that_its_trace_would_have_got()
    {
        string without = Extract("without", []);
        Assert.Equal(["ntoskrnl.exe!?", "shop.dll!?", "shop.dll!?", "shop.dll!?"], Assert.Single(Stacks(without)));
        Assert.Contains(Images(without), static image => image is { Name: "shop.dll", BuildId: PdbFiles.Key, SymbolFile: Pdb, IsComplete: false, Reason: "no shop.pdb of its build is here" });
        Keep(Pdb, PdbFiles.Shop);
        string with = Extract("with", [Symbols]);

        NamesGiven given = SymbolRun.Apply(without, [Symbols], TimeProvider.System, new Progress<Progress>(), CancellationToken.None);

        Assert.Equal(new NamesGiven(2, 2, 1), given);
        Assert.Equal(Stacks(with), Stacks(without));
        Assert.Equal(Images(with), Images(without));
    }

    [Fact]
    public void What_is_of_another_build_compressed_or_no_PDB_names_nothing_and_is_said()
    {
        Keep(Pdb, new PdbWriter { Names = { ("wrong", 1, 0) } }.Build());
        Assert.Equal($"'{Path.Join(Symbols, Pdb)}' is of another build", Reason());
        Keep(Pdb, new byte[1000]);
        Assert.Equal($"'{Path.Join(Symbols, Pdb)}' is damaged, or no PDB of native code", Reason());
        File.Delete(Path.Combine(Symbols, Pdb));
        Keep("shop.pdb/686A345AFBA2FBB64C4C44205044422E1/shop.pd_", [1]);
        Assert.Equal($"'{Symbols}/shop.pdb/686A345AFBA2FBB64C4C44205044422E1/shop.pd_' is compressed: unpack it with cabextract", Reason());

        string Reason() => Images(Extract(Guid.NewGuid().ToString("N"), [Symbols])).Single(static image => image.Name == "shop.dll").Reason!;
    }

    [Fact]
    public async Task A_server_is_asked_in_its_layout_and_what_it_has_is_kept_in_the_same()
    {
        (HttpListener listener, string address) = Listen();
        using HttpListener closed = listener;
        List<string> asked = [];
        Task serving = Task.Run(async () =>
        {
            for (int i = 0; i < 2; i++)
            {
                HttpListenerContext context = await listener.GetContextAsync();
                asked.Add(context.Request.Url!.AbsolutePath);
                bool isThere = asked[^1].EndsWith("/shop.pdb", StringComparison.Ordinal);
                context.Response.StatusCode = isThere ? 200 : 404;
                context.Response.Close(isThere ? PdbFiles.Shop : [], willBlock: true);
            }
        }, TestContext.Current.CancellationToken);
        string path = Extract("app", []);

        SymbolsFetched fetched = SymbolFetch.Run(path, [new Uri(address)], Symbols, new Progress<Progress>(), CancellationToken.None);
        await serving;
        SymbolRun.Apply(path, [Symbols], TimeProvider.System, new Progress<Progress>(), CancellationToken.None);

        Assert.Equal((2, 1, 1), (fetched.Wanted, fetched.Fetched, fetched.NotThere));
        Assert.Equal(["/ntkrnlmp.pdb/111122223333444455556666777788882/ntkrnlmp.pdb", $"/shop.pdb/{PdbFiles.Key.ToUpperInvariant()}/shop.pdb"], asked.Order(StringComparer.Ordinal));
        Assert.Contains("shop.dll!shop::Till::Sum", Assert.Single(Stacks(path)));
        Assert.True(File.Exists(Path.Combine(Symbols, Pdb, PdbFiles.Key.ToUpperInvariant(), Pdb)));
    }

    [Theory]
    [InlineData("../../x.pdb")]
    [InlineData("..")]
    [InlineData("a/b.pdb")]
    [InlineData("")]
    public void Names_that_lead_elsewhere_are_not_used(string file) =>
        Assert.False(Fathom.Sources.Traces.Symbols.WindowsSymbols.AreSafe(file, PdbFiles.Key));

    private string Symbols => _folder.File("symbols");

    private void Keep(string place, byte[] content)
    {
        string path = Path.Combine(Symbols, place);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllBytes(path, content);
    }

    private string Extract(string name, string[] folders)
    {
        (string trace, string path) = (_folder.File(name + ".etl"), _folder.File(name + ".fathom"));
        // Outer frames are where a call returns to.
        File.WriteAllBytes(trace, new EtlBytes(1, 10_000_000, 1_000_000)
            .Process(1_000_100, Pid, 4, "app.exe").Thread(1_000_110, Pid, Tid)
            .Image(1_000_130, 0, Kernel, 0x10_0000, @"\SystemRoot\system32\ntoskrnl.exe").Symbols(1_000_131, 0, Kernel, s_kernel, 2, "ntkrnlmp.pdb")
            .Image(1_000_140, Pid, Start, 0x1_0000, @"C:\app\shop.dll").Symbols(1_000_141, Pid, Start, s_shop, 1, @"D:\build\shop.pdb")
            .Sample(0, 1_100_000, Tid, Kernel + 0x1014)
            .Stack(0, 1_100_010, 1_100_000, Pid, Tid, Kernel + 0x1014).Stack(0, 1_100_020, 1_100_000, Pid, Tid, Start + 0x1021, Start + 0x10D1, Start + 0x1049)
            .Build());
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("test"));
        new EtlExtractor(trace, new TraceOptions { SymbolFolders = folders }).Run(writer, new Progress<Progress>(), CancellationToken.None);
        writer.Commit();
        return path;
    }

    private static (HttpListener Listener, string Address) Listen()
    {
        using System.Net.Sockets.TcpListener free = new(IPAddress.Loopback, 0);
        free.Start();
        string address = $"http://127.0.0.1:{((IPEndPoint)free.LocalEndpoint).Port}/";
        free.Stop();
        HttpListener listener = new();
        listener.Prefixes.Add(address);
        listener.Start();
        return (listener, address);
    }

    private static RecordedImage[] Images(string path) => Read(path, static stacks => stacks.Images().OrderBy(static image => image.ImageId).ToArray());

    private static List<List<string>> Stacks(string path) => Read(path, static stacks =>
    {
        Dictionary<uint, string> methods = stacks.Methods().ToDictionary(static method => method.MethodId, static method => method.Name);
        Dictionary<uint, string> frames = stacks.Frames().ToDictionary(static frame => frame.FrameId, frame => methods[frame.MethodId]);
        SortedDictionary<uint, List<string>> all = [];
        stacks.Walk((stack, frame, _) =>
        {
            all.TryAdd(stack, []);
            all[stack].Add(frames[frame]);
        });
        return all.Values.ToList();
    });

    private static T Read<T>(string path, Func<RecordedStacks, T> read)
    {
        using RecordingReader recording = RecordingReader.Open(path);
        using RecordedStacks stacks = new(recording, CancellationToken.None);
        return read(stacks);
    }
}
