namespace Fathom.Sources.Orphans.Descriptors;

/// <summary>A pipe with what nobody has read.</summary>
/// <param name="Bytes">Unread bytes.</param>
/// <param name="Reader">Who should read it; null where nobody was seen who could.</param>
/// <param name="Writer">Who writes it.</param>
internal readonly record struct HeldPipe(long Bytes, OpenFile? Reader, OpenFile? Writer);
