namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>An interface.</summary>
public interface IShape
{
    /// <summary>How large it is.</summary>
    double Size { get; set; }
}
