using Fathom.Model.Tables;

namespace Fathom.Sources.Traces.Etl;

/// <summary>A place of code of the kernel or a driver.</summary>
/// <param name="Text">File and offset in it, or the address.</param>
/// <param name="Module">The file; none where the trace does not tell.</param>
/// <param name="Stack">A stack of this frame; 0 where there are too many.</param>
internal readonly record struct KernelPlace(TextId Text, TextId Module, uint Stack);
