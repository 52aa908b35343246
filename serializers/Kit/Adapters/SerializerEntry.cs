namespace Fathom.Serializers.Kit.Adapters;

/// <summary>A serializer that a program offers. Only the one that is asked for is constructed.</summary>
/// <param name="Name">Its name in every table.</param>
/// <param name="Create">Makes it.</param>
public sealed record SerializerEntry(string Name, Func<SerializerAdapter> Create);
