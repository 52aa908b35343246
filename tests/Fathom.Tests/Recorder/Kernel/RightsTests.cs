using System.Text;
using Fathom.Recorder.Kernel;
using Fathom.Recorder.Kernel.Calls;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Recorder.Kernel;

public sealed class RightsTests
{
    [Fact]
    public void Each_missing_right_is_named_with_what_gives_it()
    {
        StringBuilder text = new();
        Say("a user at 2, the machine", new Rights(2, HasCapability: false, IsFiltered: false).Machine(Errno.Denied));
        Say("a user in a container, the machine", new Rights(2, HasCapability: false, IsFiltered: true).Machine(Errno.NotPermitted));
        Say("with the capability behind a filter, the machine", new Rights(2, HasCapability: true, IsFiltered: true).Machine(Errno.NotPermitted));
        Say("a user at 2, the kernel", new Rights(2, HasCapability: false, IsFiltered: false).Kernel());
        Say("a user at 3, anything", new Rights(3, HasCapability: false, IsFiltered: false).Nothing(Errno.Denied));
        Say("a container's filter, anything", new Rights(2, HasCapability: false, IsFiltered: true).Nothing(Errno.NotPermitted));
        Say("a kernel without events", new Rights(null, HasCapability: true, IsFiltered: false).Nothing(Errno.NoCall));
        Say("a security module", new Rights(1, HasCapability: true, IsFiltered: false).Nothing(Errno.Denied));
        Say("no memory for rings", Rights.Ring(Errno.NotPermitted));
        Snapshot.Match(text.ToString(), "rights.txt");

        void Say(string title, RefusedEvent refused) => text.Append(title).Append('\n').Append("  not recorded: ").Append(refused.What).Append('\n').Append("  ").Append(refused.Why).Append('\n')
            .Append("  next: ").Append(refused.Fix).Append('\n');
    }
}
