extern alias plain;

using System.Reflection;
using System.Runtime.Serialization;
using System.Text.Json.Serialization;
using System.Xml.Serialization;
using Fathom.Serializers.Kit.Features;
using Fathom.Serializers.Kit.Features.Types;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Tests.Serializers.OwnTypes;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>The matrix is tried with types that have attributes and with the same types without any.</summary>
public sealed class FeatureTypesTests
{
    private static readonly Type[] s_attributes =
    [
        typeof(DataContractAttribute), typeof(DataMemberAttribute), typeof(KnownTypeAttribute), typeof(XmlIncludeAttribute), typeof(JsonDerivedTypeAttribute), typeof(SerializableAttribute),
    ];

    [Fact]
    public void Both_kinds_have_the_same_features() => Assert.Equal(
        FeatureTypes.Of("annotated").Select(static one => (one.Name, one.Group, one.IsRisky, one.KeepsIdentity)),
        FeatureTypes.Of("plain").Select(static one => (one.Name, one.Group, one.IsRisky, one.KeepsIdentity)));

    [Fact]
    public void Plain_types_have_none_of_the_attributes_and_are_otherwise_the_same()
    {
        Type[] types = [.. typeof(plain::Fathom.Serializers.Kit.Features.Types.Animal).Assembly.GetTypes().Where(static one => one.IsPublic && one.Namespace == typeof(Animal).Namespace)];

        Assert.Equal(
            typeof(Animal).Assembly.GetTypes().Where(static one => one.IsPublic && one.Namespace == typeof(Animal).Namespace).Select(Shape).Order(StringComparer.Ordinal),
            types.Select(Shape).Order(StringComparer.Ordinal));
        Assert.Empty(types.SelectMany(static one => Marked(one)));
        Assert.NotEmpty(Marked(typeof(Vehicle)));
    }

    [Theory]
    [InlineData("private-field", "annotated", "ok")]
    [InlineData("private-field", "plain", "lost")]
    [InlineData("date-utc", "plain", "ok")]
    [InlineData("polymorphism-declared", "annotated", "ok")]
    [InlineData("polymorphism-declared", "plain", "refused")]
    public void A_serializer_that_looks_at_attributes_is_told_apart(string feature, string types, string outcome)
    {
        Message answer = TestSession.Ask(new TestContractAdapter(), $"feature\tname={feature}\ttypes={types}")[0];

        Assert.Equal(outcome, answer.Text("outcome"));
    }

    [Fact]
    public void Types_that_there_are_not_are_refused() => Assert.Equal("protocol", TestSession.Ask("feature\ttypes=none")[0].Text("kind"));

    private static string Shape(Type type) => $"{type.FullName}: {type.BaseType?.FullName}: {string.Join(", ", type.GetMembers().Select(static one => one.ToString()).Order(StringComparer.Ordinal))}";

    private static IEnumerable<CustomAttributeData> Marked(Type type) => type
        .GetMembers(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly).SelectMany(static one => one.CustomAttributes).Concat(type.CustomAttributes)
        .Where(static one => s_attributes.Any(attribute => attribute.Name == one.AttributeType.Name));
}
