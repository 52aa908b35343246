namespace Fathom.Serializers.Kit.Measuring;

/// <summary>What is timed.</summary>
public enum Operation
{
    /// <summary>Object to bytes.</summary>
    Serialize,

    /// <summary>Bytes to object, every leaf of the result read once.</summary>
    Deserialize,
}
