namespace HeapMix;

/// <summary>
/// Objects of many types in interleaved order, all of them held. One round makes twelve objects, so neighbours in memory differ in
/// type and size, as in a real program; chunks of references hold them, so that no array of them reaches the large object heap.
/// </summary>
internal static class Mixture
{
    /// <summary>Objects that one round makes.</summary>
    public const int ObjectsPerRound = 12;

    private const int RoundsPerChunk = 80;

    /// <summary>Whether strings have texts of their own, each of them twice, besides 40 that are in all others.</summary>
    public static bool WithTexts { get; set; }

    /// <summary>Makes <paramref name="rounds"/> rounds of objects, and the chunks that hold them.</summary>
    public static object Create(int rounds, Census census)
    {
        List<Chunk> chunks = [];
        for (int round = 0; round < rounds; round++)
        {
            if (round % RoundsPerChunk == 0)
                chunks.Add(new Chunk { Items = new object[RoundsPerChunk * ObjectsPerRound] });
            Fill(chunks[^1].Items.AsSpan(round % RoundsPerChunk * ObjectsPerRound, ObjectsPerRound), round);
        }

        Count(rounds, chunks.Count, census);
        return chunks;
    }

    private static void Fill(Span<object> items, int round)
    {
        items[0] = new Empty();
        items[1] = new Point { X = round };
        items[2] = new Node { Left = items[0], Right = items[1], Value = round };
        items[3] = WithTexts && round % 4 < 2 ? Text(round / 4) : new string('x', round % 40);
        items[4] = new Circle { Radius = round, Tag = items[2] };
        items[5] = new Box<int> { Number = round, Value = round };
        items[6] = new byte[round % 50];
        items[7] = new Box<Node> { Number = round, Value = (Node)items[2] };
        items[8] = new Cell[round % 5];
        items[9] = new Point[round % 3];
        items[10] = new Cell { Row = round, Content = items[4] };
        items[11] = new Shape[round % 2, 3];
    }

    private static string Text(int number) => string.Create(5 + (number % 40), number, static (text, number) =>
    {
        text.Fill('.');
        for (int i = 0; number > 0 && i < text.Length; i++, number /= 10)
            text[i] = (char)('0' + (number % 10));
    });

    // Strings and byte arrays are made by the runtime too, so the program cannot know their number.
    private static void Count(int rounds, int chunks, Census census)
    {
        census.Add("HeapMix.Empty", rounds, 24);
        census.Add("HeapMix.Point", rounds, 24);
        census.Add("HeapMix.Node", rounds, 40);
        census.Add("HeapMix.Circle", rounds, 40);
        census.Add("HeapMix.Box<System.Int32>", rounds, 24);
        census.Add("HeapMix.Box<HeapMix.Node>", rounds, 32);
        census.Add("HeapMix.Cell", rounds, 32);
        census.Add("HeapMix.Chunk", chunks, 24);
        for (int length = 0; length < 5; length++)
            census.Add("HeapMix.Cell[]", Share(rounds, 5, length), Census.ArraySize(length, 16));
        for (int length = 0; length < 3; length++)
            census.Add("HeapMix.Point[]", Share(rounds, 3, length), Census.ArraySize(length, 8));

        // Two dimensions add a length and a lower bound of four bytes each per dimension.
        for (int length = 0; length < 2; length++)
            census.Add("HeapMix.Shape[,]", Share(rounds, 2, length), Census.ArraySize(length * 3, 8) + 16);
    }

    // How many of the numbers 0..total-1 leave this remainder.
    private static long Share(int total, int divisor, int remainder) => (total - remainder + divisor - 1) / divisor;
}
