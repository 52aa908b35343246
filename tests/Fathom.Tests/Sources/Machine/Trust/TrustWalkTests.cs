using Fathom.Sources.Machine.Trust;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Machine.Trust;

[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class TrustWalkTests
{
    private const string File = "/opt/app/lib.so";

    [Fact]
    public void A_file_of_root_or_of_mine_in_folders_of_root_or_of_mine_is_trusted()
    {
        Assert.Equal(File, Tree().File(File).Look(File));
        Assert.Equal(File, Tree(app: MadeUpTree.Me).File(File, MadeUpTree.Me, "644").Look(File));
        Assert.Equal(File, Tree(app: MadeUpTree.Me, mode: "700").File(File).Look("/opt/./app//lib.so"));
        Assert.Equal(File, Tree().File(File).Look("/opt/app/../app/lib.so"));
    }

    [Fact]
    public void Root_trusts_root_alone()
    {
        Assert.Equal($"{File} belongs to user 1000", Tree().File(File, MadeUpTree.Me).Look(File, user: 0));
        Assert.Equal("/opt/app belongs to user 1000", Tree(app: MadeUpTree.Me).File(File).Look(File, user: 0));
    }

    [Fact]
    public void A_file_or_folder_of_a_stranger_is_not_trusted_whoever_owns_the_rest()
    {
        Assert.Equal($"{File} belongs to user 1001", Tree().File(File, MadeUpTree.Stranger).Look(File));
        Assert.Equal("/opt/app belongs to user 1001", Tree(app: MadeUpTree.Stranger).File(File).Look(File));
        Assert.Equal("/opt belongs to user 1001", new MadeUpTree().Folder("/opt", MadeUpTree.Stranger).Folder("/opt/app").File(File).Look(File));
    }

    [Theory]
    [InlineData("775")]
    [InlineData("757")]
    [InlineData("2775")]
    public void A_folder_that_others_can_write_to_is_not_trusted(string mode) =>
        Assert.Equal($"/opt/app can be changed by others (mode {mode.PadLeft(4, '0')})", Tree(mode: mode).File(File).Look(File));

    // Also the mask of an access list: it stands in the place of the group's bits.
    [Theory]
    [InlineData("664")]
    [InlineData("646")]
    [InlineData("1666")]
    public void A_file_that_others_can_write_to_is_not_trusted(string mode) =>
        Assert.Equal($"{File} can be changed by others (mode {mode.PadLeft(4, '0')})", Tree().File(File, mode: mode).Look(File));

    [Fact]
    public void A_sticky_folder_passes_for_what_is_mine_and_not_for_what_is_a_strangers()
    {
        MadeUpTree tree = new MadeUpTree().Folder("/tmp", mode: "1777").Folder("/tmp/mine", MadeUpTree.Me).File("/tmp/mine/lib.so", MadeUpTree.Me)
            .Folder("/tmp/theirs", MadeUpTree.Stranger).File("/tmp/theirs/lib.so").File("/tmp/lib.so", MadeUpTree.Stranger).File("/tmp/own.so", MadeUpTree.Me)
            .Link("/tmp/link.so", "/tmp/own.so", MadeUpTree.Stranger);

        Assert.Equal("/tmp/mine/lib.so", tree.Look("/tmp/mine/lib.so"));
        Assert.Equal("/tmp/own.so", tree.Look("/tmp/own.so"));
        Assert.Equal("/tmp/theirs belongs to user 1001", tree.Look("/tmp/theirs/lib.so"));
        Assert.Equal("/tmp/lib.so belongs to user 1001", tree.Look("/tmp/lib.so"));
        Assert.Equal("/tmp/link.so belongs to user 1001", tree.Look("/tmp/link.so"));
        Assert.Equal("/tmp belongs to user 1001", new MadeUpTree().Folder("/tmp", MadeUpTree.Stranger, "1777").File("/tmp/own.so", MadeUpTree.Me).Look("/tmp/own.so"));
    }

    [Fact]
    public void Each_component_of_each_link_counts()
    {
        MadeUpTree tree = Tree().File(File).Folder("/home").Folder("/home/bob", MadeUpTree.Stranger).Link("/home/bob/out", "/opt/app")
            .Link("/opt/lib.so", "app/lib.so").Link("/opt/up", "../opt/./app").Link("/opt/through", "/home/bob/out/lib.so").Link("/opt/beside", "/home/bob/../../opt/app/lib.so")
            .Link("/opt/theirs", "/opt/app", MadeUpTree.Stranger).Link("/opt/loop", "loop").Link("/opt/nowhere", "/gone");

        Assert.Equal(File, tree.Look("/opt/lib.so"));
        Assert.Equal(File, tree.Look("/opt/up/lib.so"));
        Assert.Equal("/home/bob belongs to user 1001", tree.Look("/opt/through"));
        Assert.Equal("/home/bob belongs to user 1001", tree.Look("/opt/beside"));
        Assert.Equal("/opt/theirs belongs to user 1001", tree.Look("/opt/theirs/lib.so"));
        Assert.Null(tree.Look("/opt/loop"));
        Assert.Null(tree.Look("/opt/nowhere"));
        Assert.Equal(0, tree.Open);
    }

    [Fact]
    public void What_is_no_file_is_none()
    {
        MadeUpTree tree = Tree().File(File).Pipe("/opt/app/pipe.so");

        Assert.Null(tree.Look("/opt/app"));
        Assert.Null(tree.Look("/opt/app/pipe.so"));
        Assert.Null(tree.Look($"{File}/more"));
        Assert.Null(tree.Look("/opt/app/absent.so"));
        Assert.Equal(0, tree.Open);
    }

    [Fact]
    public void Owners_that_a_program_makes_up_are_as_good_as_its_user()
    {
        MadeUpTree tree = new MadeUpTree().Folder("/home").Folder("/home/bob", server: MadeUpTree.Stranger).File("/home/bob/lib.so")
            .Folder("/home/me", server: MadeUpTree.Me).File("/home/me/lib.so").Folder("/mnt", server: 0).File("/mnt/lib.so");

        Assert.Equal("/home/bob is on a file system that a program of user 1001 serves", tree.Look("/home/bob/lib.so"));
        Assert.Equal("/home/me/lib.so", tree.Look("/home/me/lib.so"));
        Assert.Equal("/home/me is on a file system that a program of user 1000 serves", tree.Look("/home/me/lib.so", user: 0));
        Assert.Equal("/mnt/lib.so", tree.Look("/mnt/lib.so", user: 0));
    }

    [Fact]
    public void What_is_handed_out_is_what_was_judged_when_it_is_replaced_in_between()
    {
        MadeUpTree tree = Tree().File(File);
        tree.Opened = path =>
        {
            if (path == File)
                tree.File(File, MadeUpTree.Stranger, "666");
        };

        Assert.Equal(File, tree.Look(File));
        Assert.Equal($"{File} belongs to user 1001", tree.Look(File));
        Assert.Equal(0, tree.Open);
    }

    [Fact]
    public void On_this_machine_the_kernels_answers_are_read()
    {
        using TestFolder folder = new();
        string file = folder.File("lib.so"), link = folder.File("link.so");
        System.IO.File.WriteAllText(file, "x");
        System.IO.File.CreateSymbolicLink(link, "lib.so");

        using (ITreeEntry? entry = TrustWalk.Look(link).File)
            Assert.Equal("x", System.IO.File.ReadAllText(Assert.IsType<OpenedEntry>(entry).Path));
        System.IO.File.SetUnixFileMode(folder.Path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.OtherWrite);
        Assert.Equal($"{folder.Path} can be changed by others (mode 0702)", TrustWalk.Look(link).Distrust);
        System.IO.File.SetUnixFileMode(folder.Path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.OtherWrite | UnixFileMode.StickyBit);
        Assert.Null(TrustWalk.Look(link).Distrust);
        System.IO.File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.GroupWrite);
        Assert.Equal($"{file} can be changed by others (mode 0420)", TrustWalk.Look(link).Distrust);
        Assert.Equal(default, TrustWalk.Look(folder.File("absent")));
    }

    [Fact]
    public void A_folder_is_trusted_where_nobody_else_can_replace_what_is_mine_in_it()
    {
        using TestFolder folder = new();
        string file = folder.File("file");
        System.IO.File.WriteAllText(file, "x");

        Assert.True(TrustWalk.IsTrustedFolder(folder.Path));
        Assert.False(TrustWalk.IsTrustedFolder(file));
        Assert.False(TrustWalk.IsTrustedFolder(folder.File("absent")));
        System.IO.File.SetUnixFileMode(folder.Path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.OtherWrite);
        Assert.False(TrustWalk.IsTrustedFolder(folder.Path));
        System.IO.File.SetUnixFileMode(folder.Path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.OtherWrite | UnixFileMode.StickyBit);
        Assert.True(TrustWalk.IsTrustedFolder(folder.Path));
    }

    [Fact]
    public void The_user_of_a_mount_is_found_by_its_device()
    {
        string[] mounts =
        [
            "22 1 254:0 / / rw,relatime - ext4 /dev/vda1 rw",
            "90 22 0:61 / /home/bob rw,nosuid,nodev - fuse.sshfs bob@host: rw,user_id=1001,group_id=1001",
            "91 22 0:62 / /mnt/with\\040space rw shared:3 - fuse x rw,user_id=0,group_id=0,allow_other",
            "93 22 0:63 / /mnt/host rw,relatime - virtiofs myfs rw",
            "94 22 0:64 / /mnt/virtiofs rw,relatime - fuse.virtiofs virtiofs rw",
        ];

        // The host of a virtual machine serves virtiofs.
        Assert.Equal([1001, 0, 0, uint.MaxValue, uint.MaxValue, uint.MaxValue], new[] { "0:61", "0:62", "0:63", "0:64", "254:0", "9:9" }.Select(device => FuseServer.Find(mounts, device)));
    }

    private static MadeUpTree Tree(uint app = 0, string mode = "755") => new MadeUpTree().Folder("/opt").Folder("/opt/app", app, mode);
}
