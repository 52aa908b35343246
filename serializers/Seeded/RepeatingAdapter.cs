using System.Runtime.CompilerServices;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases.Books;

namespace Fathom.Serializers.Seeded;

/// <summary>
/// Takes a known time beside the work of writing and of reading, which is a hundredth of it: 210 passes over a block instead of 200 are 5 % slower. The passes are
/// compiled once and for all, so that processes of it differ in nothing but chance; what the compiler makes of other code differs from process to process.
/// </summary>
/// <param name="passes">How many passes.</param>
internal sealed class RepeatingAdapter(int passes) : SerializerAdapter
{
    public const int Usual = 200;

    private static readonly byte[] s_block = [.. Enumerable.Range(0, 256).Select(static i => (byte)i)];

    public override SerializerDescription Describe() => new("none", "", "own binary", IsText: false, $"{passes} passes over a block besides");

    public override Codec<T> Create<T>() => new RepeatingCodec(passes) as Codec<T> ?? throw new NotSupportedException($"needs code of its own for {typeof(T).Name}");

    // FNV-1a: each step waits for the one before, so its time hardly depends on what else the core does.
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void Work(byte[] block, int passes)
    {
        ulong hash = 14695981039346656037;
        for (int pass = 0; pass < passes; pass++)
        {
            foreach (byte value in block)
                hash = (hash ^ value) * 1099511628211;
        }

        if (hash == 0)
            throw new InvalidOperationException("the passes were not made");
    }

    private sealed class RepeatingCodec(int passes) : Codec<BookShelf>
    {
        public override void Serialize(BookShelf value, Stream stream)
        {
            ShelfFormat.Write(value, stream);
            Work(s_block, passes);
        }

        public override BookShelf Deserialize(Stream stream)
        {
            Work(s_block, passes);
            return ShelfFormat.Read(stream);
        }
    }
}
