namespace Fathom.Model.Recording;

/// <summary>Progress of a long step that is shown until it is disposed of.</summary>
public interface IShownProgress : IProgress<Progress>, IDisposable;
