namespace Fathom.Serializers.Kit.Cases.MediaContents;

/// <summary>What plays a clip.</summary>
public enum MediaPlayer
{
    Browser,
    Native,
}
