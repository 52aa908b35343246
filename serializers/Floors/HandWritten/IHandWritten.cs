namespace Fathom.Serializers.Floors.HandWritten;

/// <summary>A case that code was written for.</summary>
internal interface IHandWritten;
