using System.Reflection;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Features;

/// <summary>
/// The features on two kinds of types: with the attributes that serializers know ([Serializable], [DataContract] with [DataMember], …), and the same types without any. Some
/// serializers take a class only with attributes, some take more of it, some less.
/// </summary>
internal static class FeatureTypes
{
    /// <summary>Types with attributes.</summary>
    public const string Annotated = "annotated";

    /// <summary>Types without.</summary>
    public const string Plain = "plain";

    private const string PlainAssembly = "Fathom.Serializers.Plain";

    /// <summary>The features on types of a kind.</summary>
    /// <exception cref="ProtocolException">There is no such kind.</exception>
    /// <exception cref="NotSupportedException">The program has types of that kind not beside it.</exception>
    public static IReadOnlyList<Feature> Of(string kind) => kind switch
    {
        Annotated => FeatureCatalog.All,
        Plain => OfPlain(),
        _ => throw new ProtocolException($"there are no '{kind}' types"),
    };

    private static IReadOnlyList<Feature> OfPlain()
    {
        try
        {
            // By name, since its types have the names of those here.
            return (IReadOnlyList<Feature>)Assembly.Load(PlainAssembly).GetType(typeof(FeatureCatalog).FullName!, throwOnError: true)!.GetProperty(nameof(FeatureCatalog.All))!.GetValue(null)!;
        }
        catch (FileNotFoundException)
        {
            throw new NotSupportedException("its code is generated for types that name what it needs: there is none for plain ones");
        }
    }
}
