namespace Fathom.Serializers.GoogleProtobuf;

/// <summary>A case that has a schema.</summary>
internal interface IMapping
{
    /// <summary>The root of the case.</summary>
    Type Type { get; }

    /// <summary>Makes the codec for it.</summary>
    object CreateCodec();
}
