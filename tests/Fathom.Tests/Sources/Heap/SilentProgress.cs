using Fathom.Model.Recording;

namespace Fathom.Tests.Sources.Heap;

internal sealed class SilentProgress : IProgress<Progress>
{
    public void Report(Progress value)
    {
    }
}
