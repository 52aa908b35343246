using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Checking;

namespace Fathom.Tests.Serializers.Cases;

/// <summary>Makes the data of cases without naming their types.</summary>
internal static class CaseSamples
{
    /// <summary>The names of all cases, for theories.</summary>
    public static Xunit.TheoryData<string> Names { get; } = [.. CaseCatalog.All.Select(static one => one.Name)];

    /// <summary>The root of a case.</summary>
    public static object Make(SerializerCase one, CaseDials dials) => one.Accept(new Maker(dials));

    /// <summary>The hash of a case's content.</summary>
    public static string HashOf(SerializerCase one, CaseDials dials) => CanonicalHash.Of(Make(one, dials));

    /// <summary>What touching a value gives.</summary>
    public static long Touch(SerializerCase one, object value) => one.Accept(new Toucher(value));

    private sealed class Maker(CaseDials dials) : ICaseVisitor<object>
    {
        public object Visit<T>(SerializerCase<T> data)
            where T : class => data.Generate(new CaseData(dials));
    }

    private sealed class Toucher(object value) : ICaseVisitor<long>
    {
        public long Visit<T>(SerializerCase<T> data)
            where T : class => data.Touch((T)value);
    }
}
