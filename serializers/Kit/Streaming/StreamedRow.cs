using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Streaming;

/// <summary>A row that counts how many of it were read, so that it is seen whether rows come to be while their input still arrives.</summary>
[Serializable]
[DataContract]
public partial class StreamedRow
{
    private static long s_begun;
    private static long s_numbered;

    private long _id;

    /// <summary>Rows that came to be since <see cref="Restart"/>.</summary>
    public static long Made => Math.Max(s_begun, s_numbered);

    /// <summary>Its number.</summary>
    [DataMember(Order = 1)]
    public long Id
    {
        get => _id;
        set
        {
            _id = value;
            s_numbered++;
        }
    }

    /// <summary>Some text.</summary>
    [DataMember(Order = 2)]
    public string Text { get; set; } = "";

    /// <summary>A number.</summary>
    [DataMember(Order = 3)]
    public double Amount { get; set; }

    /// <summary>Counts from zero again.</summary>
    public static void Restart() => s_begun = s_numbered = 0;

    // For readers that set fields instead of properties.
    [OnDeserializing]
    private void OnDeserializing(StreamingContext context)
    {
        _id = 0;
        s_begun++;
    }
}
