namespace Fathom.Serializers.Kit.Cases.MediaContents;

/// <summary>Which of the sizes an image is.</summary>
public enum ImageSize
{
    Small,
    Large,
}
