using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Hostile;

/// <summary>
/// A harmless class that no reader asks for. When one of it comes to be while something else is read, then the data alone chose what code runs: with a class
/// that does harm when it is made, whoever wrote the data would have taken the process.
/// </summary>
[Serializable]
[DataContract]
public partial class Marker
{
    private static int s_made;
    private string _text = "";

    /// <summary>Counts.</summary>
    public Marker() => s_made++;

    /// <summary>How often code of this class ran.</summary>
    public static int Made => s_made;

    /// <summary>Some content.</summary>
    [DataMember(Order = 1)]
    public string Text
    {
        get => _text;
        set
        {
            s_made++;
            _text = value;
        }
    }

    // Also of readers that make objects without their constructor.
    [OnDeserializing]
    private void OnDeserializing(StreamingContext context)
    {
        _text = "";
        s_made++;
    }
}
