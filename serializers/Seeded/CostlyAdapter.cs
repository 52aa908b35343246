using System.Reflection.Emit;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases.Books;

namespace Fathom.Serializers.Seeded;

/// <summary>Spends most of each operation on one known thing, besides writing and reading a shelf.</summary>
/// <param name="what">What it does, for the list.</param>
/// <param name="cost">Does it.</param>
internal sealed class CostlyAdapter(string what, Action cost) : SerializerAdapter
{
    private const long CopyNs = 300_000;
    private const long CalculateNs = 700_000;

    /// <summary>Copies memory for three tenths of its time and calculates for the rest.</summary>
    public static CostlyAdapter Copying() => new("copies for three tenths of its time", static () =>
    {
        KnownShare.Copy(CopyNs);
        KnownShare.Calculate(CalculateNs);
    });

    /// <summary>Collects garbage.</summary>
    public static CostlyAdapter Collecting() => new("collects in each operation", GC.Collect);

    /// <summary>Compiles a method.</summary>
    public static CostlyAdapter Compiling() => new("compiles in each operation", static () =>
    {
        DynamicMethod method = new("Added", typeof(int), [typeof(int)]);
        ILGenerator code = method.GetILGenerator();
        code.Emit(OpCodes.Ldarg_0);
        for (int i = 0; i < 200; i++)
        {
            code.Emit(OpCodes.Ldc_I4, i);
            code.Emit(OpCodes.Add);
        }

        code.Emit(OpCodes.Ret);
        method.CreateDelegate<Func<int, int>>()(1);
    });

    public override SerializerDescription Describe() => new("none", "", "own binary", IsText: false, what);

    public override Codec<T> Create<T>() => new CostlyCodec(cost) as Codec<T> ?? throw new NotSupportedException($"needs code of its own for {typeof(T).Name}");

    private sealed class CostlyCodec(Action cost) : Codec<BookShelf>
    {
        public override void Serialize(BookShelf value, Stream stream)
        {
            cost();
            ShelfFormat.Write(value, stream);
        }

        public override BookShelf Deserialize(Stream stream)
        {
            cost();
            return ShelfFormat.Read(stream);
        }
    }
}
